import type { Table } from '../table.ts'

/** Methods that have an effect on any object. */
export const methods: Table = {
  'readFileSync readdirSync createReadStream (path, a)': 'read path',
  'writeFileSync appendFileSync mkdirSync createWriteStream writeFile appendFile (path, a, b, c)': 'write path',
  'unlinkSync rmdirSync unlink rmdir (path, a, b)': 'delete path',
  'rmSync rm (path, options, a)': 'remove path options',
  'renameSync copyFileSync cpSync (src, dest, a)': ['delete src', 'write dest'],
  'exec execute query run prepare raw unsafe all $executeRaw $executeRawUnsafe $queryRaw $queryRawUnsafe (sql, ...values)':
    'sql sql',
  'execSync (command, options)': 'script command options',
  'spawnSync execFileSync spawn execFile (file, args, options)': 'spawn file args options',
}
