import type { Table } from '../table.ts'

/** Methods that have an effect on any object: most paths come from calls that are not tracked. */
export const methods: Table = {
  'unlink rmdir (…)': 'delete self',
  'rmtree (path)': 'delete tree path',
  'write_text write_bytes (data, encoding, errors, newline)': 'write self',
  'read_text read_bytes (encoding, errors)': 'read self',
  'touch mkdir (mode, parents, exist_ok)': 'write self',
  'rename replace (target)': ['delete self', 'write target'],
  'symlink_to hardlink_to (target, is_directory)': 'write self',
  'system popen (command, mode, buffering)': 'script command',
  'check_output check_call Popen getoutput (args, a, b, c, d, e, f)': 'process args',
  'urlopen urlretrieve (url, data)': 'request url data',
  'connect connect_ex (address)': 'socket address',
  'sendto (data, address)': 'socket address',
  'get head (url, a, b, c, d, e)': 'url url',
  'post put patch delete (url, a, b, c, d, e)': 'url url sends',
  'to_csv to_json to_excel to_parquet to_html to_markdown to_feather to_latex to_xml to_pickle to_stata (path, a, b, c, d, e)':
    'write path',
  'save (path, a, b, c, d, e)': 'write path',
  'savefig (fname, a, b, c, d, e)': 'write fname',
  'extractall (path, members, pwd)': 'write tree path',
  'subprocess_shell (factory, cmd, a, b)': 'script cmd',
  'subprocess_exec (factory, program, ...args)': 'run program ...args',
  'write_html write_image (file, a, b, c)': 'write file',
  'eval query (expression, a, b)': 'opaque runs code from a text',
  'load_extension (path, entrypoint)': 'opaque loads native code',
  'exec_module load_module run_module run_code (…)': 'opaque loads code',
  'execute executescript executemany exec_driver_sql fetch fetchrow fetchval raw (sql, ...values)': 'sql sql',
  'drop_all (…)': 'change database/drop',
  'to_sql (…, a, b, c, d, e)': 'opaque writes to a database',
}
