import type { Tables } from '../table.ts'

/** Node's file functions and those that fs-extra adds. Each name also covers its `Sync` variant. */
export const files: Tables = {
  fs: {
    'readFile createReadStream ReadStream FileReadStream readdir readlink stat lstat access exists statfs opendir realpath readJson readJSON pathExists watch watchFile (path)':
      'read path',
    'glob (pattern)': 'read pattern',
    'writeFile outputFile (path, data)': 'fill path data',
    'truncate (path, length)': 'empty path',
    'appendFile createWriteStream WriteStream FileWriteStream mkdir mkdtemp utimes lutimes writeJson writeJSON outputJson ensureDir ensureFile mkdirp mkdirs createFile (path)':
      'write path',
    'emptyDir (path)': ['delete tree path', 'write path'],
    'rm rmdir (path, options)': 'remove path options',
    'remove rimraf (path)': 'delete tree path',
    'unlink (path)': 'delete path',
    'rename move (src, dest)': ['delete src', 'write dest'],
    'copyFile (src, dest)': ['read src', 'write dest'],
    'cp copy (src, dest)': ['read tree src', 'write tree dest'],
    'symlink ensureSymlink (target, path)': ['read target', 'write path'],
    'link ensureLink (target, path)': ['write target', 'write path'],
    'chmod lchmod (path, mode)': ['write path', 'change permissions/permissions path'],
    'chown lchown (path)': ['write path', 'change permissions/owner path'],
    'open openAsBlob (path, flags)': 'open path flags',
    'close read write fstat fsync fdatasync ftruncate futimes fchmod readv writev unwatchFile': 'plain',
    'constants Stats Dirent': 'plain',
  },
  path: { '*': 'plain' },
  os: {
    'homedir ()': 'is ~',
    'tmpdir ()': 'is /tmp',
    devNull: 'is /dev/null',
    EOL: 'plain',
    'setPriority (…)': 'plain',
    '*': 'plain',
  },
  rimraf: { 'itself rimraf sync (path)': 'delete tree path', '*': 'plain' },
  del: { 'itself deleteAsync deleteSync (patterns)': 'delete tree patterns' },
  mkdirp: { 'itself mkdirp sync (path)': 'write path', '*': 'plain' },
  glob: { 'itself glob sync globSync (pattern)': 'read pattern', '*': 'plain' },
  'fast-glob': { 'itself sync async glob (pattern)': 'read pattern', '*': 'plain' },
  globby: { 'itself globby globbySync (pattern)': 'read pattern', '*': 'plain' },
  'write-file-atomic': { 'itself sync (path)': 'write path' },
  // The variables it loaded, with their values.
  dotenv: { 'loaded.parsed': 'environment', '*': 'plain' },
  sqlite: { 'DatabaseSync (path)': ['read path', 'write path', 'makes database path'], '*': 'plain' },
  'better-sqlite3': { 'itself (path)': ['read path', 'write path', 'makes database path'] },
  '(database)': {
    'exec prepare query run all get each pragma (sql)': 'sql sql',
    'loadExtension enableLoadExtension (…)': 'opaque loads code',
    '*': 'plain',
  },
}
