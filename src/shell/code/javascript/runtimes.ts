import type { Tables } from '../table.ts'

/** Bun and Deno. Each name also covers its `Sync` variant. */
export const runtimes: Tables = {
  Bun: {
    'file (path)': ['read path', 'makes file path'],
    'write (path, data)': 'write path',
    '$ (template)': 'script template',
    'spawn (cmd)': 'process cmd',
    'serve listen udpSocket (…)': 'change network/expose',
    'connect (options)': 'socket options',
    'fetch (url, init)': 'request url init',
    'Glob (…)': 'plain',
    'build plugin FFI': 'opaque loads code',
    'sleep inspect version revision main nanoseconds hash password CryptoHasher stringWidth semver deepEquals gc escapeHTML peek color which argv stdin stdout stderr TOML YAML':
      'plain',
    env: 'environment',
  },
  'Bun.env': { HOME: 'is ~', '*': 'plain' },
  '(file)': { 'delete unlink (…)': 'delete self', 'write writer (…)': 'write self', '*': 'plain' },
  Deno: {
    'readFile readTextFile readDir stat lstat readLink realPath watchFs (path)': 'read path',
    'writeFile writeTextFile create mkdir truncate utime (path)': 'write path',
    'remove (path, options)': 'remove path options',
    'rename (oldpath, newpath)': ['delete oldpath', 'write newpath'],
    'copyFile symlink (src, dest)': ['read src', 'write dest'],
    'link (src, dest)': ['write src', 'write dest'],
    'chmod (path)': ['write path', 'change permissions/permissions path'],
    'chown (path)': ['write path', 'change permissions/owner path'],
    'open (path, options)': ['read path', 'write path'],
    'Command run (command, options)': 'opaque starts a program through Deno',
    'kill (pid)': 'change process/kill pid',
    'connect connectTls (options)': 'socket options',
    'listen listenTls serve serveHttp listenDatagram (…)': 'change network/expose',
    'chdir (directory)': 'directory directory',
    'cwd ()': 'is .',
    'dlopen (path)': 'opaque loads native code',
    env: 'plain',
    'env.get (name)': 'plain',
    'env.set (name, value)': 'variable name value',
    'env.toObject ()': 'change secrets/read',
    'args version build pid exit exitCode inspect stdin stdout stderr errors noColor mainModule hostname uid gid memoryUsage osRelease makeTempDir makeTempFile makeTempDirSync makeTempFileSync isatty consoleSize':
      'plain',
  },
}
