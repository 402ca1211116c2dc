import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { person, withPolicy } from '../../../../test/requirements/open-gate.ts'
import { newWorkspace, openToolbox } from '../../../../test/runtime/open-toolbox.ts'
import { limits } from '../../../core/limits.ts'
import { fileTools } from './file-tools.ts'

const tools = fileTools()
const open = (files: Readonly<Record<string, string | Uint8Array>> = {}, settings = {}) => {
  const root = newWorkspace(files)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return openToolbox(root, tools, settings).then(opened => ({ ...opened, root, read }))
}

describe('R200: the tools that read', () => {
  const numbered = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('')
  test.each([
    ['read_file', { path: 'a.txt' }, 'hello\n'],
    ['file_read', { file_path: 'a.txt' }, 'hello\n'],
    ['read_file', { path: './sub/../a.txt' }, 'hello\n'],
    [
      'read_file',
      { path: 'long.txt', offset: 2, limit: 2 },
      'line 2\nline 3\n[lines 2 to 3 of 30; go on with offset 4]',
    ],
    ['read_file', { path: 'long.txt', start_line: 29, end_line: 30 }, 'line 29\nline 30\n'],
    ['read_file', { path: 'long.txt', max_bytes: 15 }, 'line 1\nline 2\n[lines 1 to 2 of 30; go on with offset 3]'],
    ['read_file', { path: 'long.txt', offset: 31 }, 'validation: the file has only 30 lines'],
    ['read_file', { path: 'empty.txt' }, '(the file is empty)'],
    ['read_file', { path: 'missing.txt' }, 'not_found: `missing.txt` does not exist'],
    ['read_file', { path: 'sub' }, /validation: `.*sub` is a directory/],
    ['read_file', { path: 'data.bin' }, 'validation: `data.bin` is not UTF-8 text'],
    ['read_file', { path: '' }, /validation: field `path`/],
    ['list_dir', {}, 'a.txt\ndata.bin\nempty.txt\nlong.txt\nsub/'],
    ['list_dir', { dir_path: 'sub' }, 'b.txt\ndeep/'],
    ['list_dir', { path: 'sub', depth: 2 }, 'b.txt\ndeep/\ndeep/c.txt'],
    ['list_dir', { path: 'sub', recursive: true, offset: 2, limit: 1 }, 'deep/\n[cut; go on with offset 3]'],
    ['list_dir', { path: 'a.txt' }, 'validation: `a.txt` is not a directory'],
  ])('%s %j', async (name, input, want) => {
    const { say } = await open({
      'a.txt': 'hello\n',
      'long.txt': numbered,
      'empty.txt': '',
      'data.bin': new Uint8Array([0xff, 0xfe, 0x00]),
      'sub/b.txt': 'b',
      'sub/deep/c.txt': 'c',
    })
    const said = (await say(name, input)).replace(/`\/[^`]*\/(a.txt)`/, '`$1`')
    if (typeof want === 'string') expect(said).toBe(want)
    else expect(said).toMatch(want)
  })

  test('a long file is cut, and says where to go on', async () => {
    const { say } = await open({ 'big.txt': 'x'.repeat(99).concat('\n').repeat(3_000) })
    const said = await say('read_file', { path: 'big.txt' })
    expect(said.length).toBeLessThan(limits.outputChars + 100)
    const [, last = '', next = ''] = /\[lines 1 to (\d+) of 3000; go on with offset (\d+)\]$/.exec(said) ?? []
    expect(Number(next)).toBe(Number(last) + 1)
    expect(await say('read_file', { path: 'big.txt', offset: Number(next), limit: 1 })).toContain('xxx')
  })

  test('a link to a file outside the workspace is judged as that file', async () => {
    const outside = newWorkspace({ 'x.txt': 'outside' })
    const policies = await withPolicy('boundary: deny')
    const { say, root } = await open({}, { policies, place: { scratch: [] } })
    symlinkSync(join(outside, 'x.txt'), join(root, 'link.txt'))
    expect(await say('read_file', { path: join(outside, 'x.txt') })).toMatch(/^boundary/)
    expect(await say('read_file', { path: 'link.txt' })).toMatch(/^boundary/)
  })

  test('an image is shown by its content, not by its name', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { toolbox, say } = await open({ 'a.dat': png, 'b.png': 'no image' })
    expect(await toolbox.call('view_image', { path: 'a.dat' })).toMatchObject({
      ok: true,
      value: { images: [{ mediaType: 'image/png', base64: png.toString('base64') }] },
    })
    expect(await say('view_image', { path: 'b.png' })).toContain('is not a PNG')
  })
})

describe('R200: the tools that write', () => {
  test.each([
    ['a new file', 'file_write', { path: 'new.txt', content: 'x\n' }, 'created', 'new.txt', 'x\n'],
    [
      'a file in a new directory',
      'file_write',
      { path: 'd/e/f.txt', content: 'x', create_dirs: true },
      'created',
      'd/e/f.txt',
      'x',
    ],
    ['an existing file', 'write_file', { file_path: 'a.txt', content: 'y' }, 'replaced', 'a.txt', 'y'],
    [
      'Windows line endings',
      'write_file',
      { path: 'crlf.txt', content: 'x\ny\n' },
      'replaced',
      'crlf.txt',
      'x\r\ny\r\n',
    ],
    [
      'one edit',
      'edit_file',
      { path: 'a.txt', old_string: 'two', new_string: '2' },
      'changed',
      'a.txt',
      'one\n2\nthree\n',
    ],
    [
      'an edit by other names',
      'edit_file',
      { file_path: 'a.txt', old_str: 'two\nthree', new_str: '23' },
      'changed',
      'a.txt',
      'one\n23\n',
    ],
    [
      'an edit that deletes',
      'edit_file',
      { path: 'a.txt', old_string: 'two\n', new_string: '' },
      'changed',
      'a.txt',
      'one\nthree\n',
    ],
    [
      'an edit over Windows line endings',
      'edit_file',
      { path: 'crlf.txt', old_string: 'a\nb', new_string: 'a\nx\nb' },
      'changed',
      'crlf.txt',
      'a\r\nx\r\nb\r\n',
    ],
    [
      'an edit of a file with a byte order mark',
      'edit_file',
      { path: 'bom.txt', old_string: 'a', new_string: 'b' },
      'changed',
      'bom.txt',
      '\ufeffb',
    ],
    [
      'all places',
      'edit_file',
      { path: 'twice.txt', old_string: 'a', new_string: 'b', replace_all: true },
      'changed',
      'twice.txt',
      'b b',
    ],
    [
      'several edits',
      'edit_file',
      {
        path: 'a.txt',
        edits: [
          { oldText: 'one', newText: '1' },
          { old_string: 'two', new_string: '2' },
        ],
      },
      'changed',
      'a.txt',
      '1\n2\nthree\n',
    ],
    [
      'a text with a dollar sign',
      'edit_file',
      { path: 'a.txt', old_string: 'two', new_string: "$& $1 $'" },
      'changed',
      'a.txt',
      "one\n$& $1 $'\nthree\n",
    ],
    [
      'text that does not occur',
      'edit_file',
      { path: 'a.txt', old_string: 'four', new_string: 'x' },
      'not_found: `a.txt`: the old text does not occur',
      'a.txt',
      'one\ntwo\nthree\n',
    ],
    [
      'text that occurs twice',
      'edit_file',
      { path: 'twice.txt', old_string: 'a', new_string: 'b' },
      'validation: `twice.txt`: the old text occurs 2 times',
      'twice.txt',
      'a a',
    ],
    [
      'an expected number',
      'edit_file',
      { path: 'twice.txt', old_string: 'a', new_string: 'b', expected_replacements: 3 },
      'occurs 2 times, not 3',
      'twice.txt',
      'a a',
    ],
    [
      'the second edit fails',
      'edit_file',
      {
        path: 'a.txt',
        edits: [
          { old_string: 'one', new_string: '1' },
          { old_string: 'no', new_string: '2' },
        ],
      },
      'edit 2',
      'a.txt',
      'one\ntwo\nthree\n',
    ],
    ['a missing directory', 'file_write', { path: 'd/x.txt', content: 'x' }, 'not_found', 'a.txt', 'one\ntwo\nthree\n'],
    ['no old text', 'edit_file', { path: 'a.txt' }, 'validation', 'a.txt', 'one\ntwo\nthree\n'],
  ])('%s', async (_how, name, input, said, path, want) => {
    const { say, read, root } = await open({
      'a.txt': 'one\ntwo\nthree\n',
      'twice.txt': 'a a',
      'crlf.txt': 'a\r\nb\r\n',
      'bom.txt': '\ufeffa',
    })
    expect(await say(name, input)).toContain(said)
    expect(read(path)).toBe(want)
    expect(readdirSync(root).filter(entry => entry.endsWith('.tmp'))).toEqual([])
  })

  test('the mode of a file stays', async () => {
    const { say, root } = await open({ 'run.sh': '#!/bin/sh\necho a\n' })
    chmodSync(join(root, 'run.sh'), 0o754)
    await say('edit_file', { path: 'run.sh', old_string: 'echo a', new_string: 'echo b' })
    await say('write_file', { path: 'run.sh', content: '#!/bin/sh\necho c\n' })
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o754)
  })

  test('a binary file is not edited', async () => {
    const { say, root } = await open({ 'x.bin': new Uint8Array([0xff, 0x61]) })
    expect(await say('edit_file', { path: 'x.bin', old_string: 'a', new_string: 'b' })).toContain('not UTF-8')
    expect([...readFileSync(join(root, 'x.bin'))]).toEqual([0xff, 0x61])
  })

  test('a link is written through to the file that was judged', async () => {
    const { say, root, read } = await open({ 'real.txt': 'a' })
    symlinkSync('real.txt', join(root, 'link.txt'))
    await say('write_file', { path: 'link.txt', content: 'b' })
    expect(read('real.txt')).toBe('b')
    expect(readFileSync(join(root, 'link.txt'), 'utf8')).toBe('b')
  })

  test('a write that the gate denies changes nothing', async () => {
    const { say } = await open({})
    expect(await say('file_write', { path: '/etc/passwd', content: 'x' })).toMatch(/^floor/)
    expect(readFileSync('/etc/passwd', 'utf8')).not.toBe('x')
  })
})

const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('R200: apply_patch', () => {
  type Row = readonly [
    how: string,
    lines: readonly string[],
    said: string,
    files: Readonly<Record<string, string | null>>,
  ]
  const before = {
    'a.txt': 'one\ntwo\nthree\n',
    'b.txt': 'b\n',
    'indent.py': 'class A:\n    def f(self):\n        return 1\n',
  }
  test.each<Row>([
    ['adds', ['*** Add File: d/new.txt', '+x', '+y'], 'added d/new.txt', { 'd/new.txt': 'x\ny\n' }],
    [
      'changes',
      ['*** Update File: a.txt', '@@', ' one', '-two', '+2', ' three'],
      'changed a.txt',
      { 'a.txt': 'one\n2\nthree\n' },
    ],
    ['deletes', ['*** Delete File: b.txt'], 'deleted b.txt', { 'b.txt': null }],
    [
      'moves',
      ['*** Update File: a.txt', '*** Move to: c.txt', '@@', '-one', '+1'],
      'added c.txt\ndeleted a.txt',
      { 'a.txt': null, 'c.txt': '1\ntwo\nthree\n' },
    ],
    [
      'moves without a change',
      ['*** Update File: a.txt', '*** Move to: c.txt'],
      'added c.txt',
      { 'a.txt': null, 'c.txt': before['a.txt'] },
    ],
    [
      'changes several',
      ['*** Update File: a.txt', '@@', '-one', '+1', '*** Delete File: b.txt', '*** Add File: n.txt', '+n'],
      'changed a.txt',
      { 'a.txt': '1\ntwo\nthree\n', 'b.txt': null, 'n.txt': 'n\n' },
    ],
    [
      'finds its place by a line before it',
      ['*** Update File: indent.py', '@@ class A:', '@@ def f(self):', '-        return 1', '+        return 2'],
      'changed',
      { 'indent.py': 'class A:\n    def f(self):\n        return 2\n' },
    ],
    [
      'keeps the blanks of lines that stay',
      ['*** Update File: indent.py', '@@', ' def f(self):', '-return 1', '+        return 2'],
      'changed',
      { 'indent.py': 'class A:\n    def f(self):\n        return 2\n' },
    ],
    ['adds at the end', ['*** Update File: a.txt', '@@', '+four'], 'changed', { 'a.txt': 'one\ntwo\nthree\nfour\n' }],
    [
      'takes two chunks in order',
      ['*** Update File: a.txt', '@@', '-one', '+1', '@@', '-three', '+3', '*** End of File'],
      'changed',
      { 'a.txt': '1\ntwo\n3\n' },
    ],
    [
      'does nothing if one file does not fit',
      ['*** Update File: a.txt', '@@', '-one', '+1', '*** Update File: b.txt', '@@', '-zzz', '+1'],
      'does not fit',
      before,
    ],
    [
      'does nothing if one file is missing',
      ['*** Update File: a.txt', '@@', '-one', '+1', '*** Delete File: nope.txt'],
      'not_found',
      before,
    ],
    ['does not add over a file', ['*** Add File: a.txt', '+x'], 'exists already', before],
    ['does not move over a file', ['*** Update File: a.txt', '*** Move to: b.txt'], 'exists already', before],
    [
      'does not change a file twice',
      ['*** Update File: a.txt', '@@', '-one', '+1', '*** Delete File: a.txt'],
      'validation',
      before,
    ],
    ['takes no unknown lines', ['*** Update File: a.txt', '@@', '-one', 'what is this'], 'must start with', before],
    ['takes no empty patch', [], 'validation', before],
  ])('%s', async (_how, lines, said, files) => {
    const { say, root, read } = await open(before, { approvers: [person().approver] })
    expect(await say('apply_patch', { input: patch(...lines) })).toContain(said)
    for (const [path, text] of Object.entries(files)) {
      expect(existsSync(join(root, path)), path).toBe(text !== null)
      if (text !== null) expect(read(path)).toBe(text)
    }
    expect(readdirSync(root).filter(entry => entry.endsWith('.tmp'))).toEqual([])
  })

  test('undoes what it did if a later file cannot be written', async () => {
    const { say, root, read } = await open(before, { approvers: [person().approver] })
    symlinkSync('/nonexistent/x', join(root, 'dangling'))
    writeFileSync(join(root, 'file'), '')
    const said = await say('apply_patch', {
      input: patch('*** Update File: a.txt', '@@', '-one', '+1', '*** Add File: file/x.txt', '+x'),
    })
    expect(said).toMatch(/^(validation|not_found|tool_failed)/)
    expect(read('a.txt')).toBe(before['a.txt'])
  })

  test('a unified diff is refused, with what to send instead', async () => {
    const { say } = await open(before)
    expect(await say('apply_patch', { patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n' })).toContain(
      '*** Begin Patch',
    )
  })

  test('a moved file keeps its mode', async () => {
    const { say, root } = await open({ 'run.sh': 'echo\n' }, { approvers: [person().approver] })
    chmodSync(join(root, 'run.sh'), 0o755)
    await say('apply_patch', { input: patch('*** Update File: run.sh', '*** Move to: go.sh') })
    expect(statSync(join(root, 'go.sh')).mode & 0o777).toBe(0o755)
  })
})

describe('R200: the tools that search', () => {
  const files = {
    'src/a.ts': 'const needle = 1\nconst other = 2\n',
    'src/b.py': 'needle = 2\n',
    '.github/ci.yml': 'needle: 3\n',
    '.env': 'TOKEN=needle\n',
    'keys/server.pem': 'needle\n',
    '.git/config': 'needle\n',
    'dist/out.js': 'needle\n',
    '.ignore': 'dist/\n',
  }
  test.each([
    [
      'grep_files',
      { pattern: 'needle' },
      '.github/ci.yml:1:needle: 3\nsrc/a.ts:1:const needle = 1\nsrc/b.py:1:needle = 2\n[left out 2 sensitive files; name a file to search it]',
    ],
    ['grep_files', { pattern: 'no such text' }, '(no matches)\n[left out 2 sensitive files; name a file to search it]'],
    [
      'grep_files',
      { query: 'NEEDLE', path: 'src', '-i': true, output_mode: 'files_with_matches' },
      'src/a.ts\nsrc/b.py',
    ],
    ['grep_files', { pattern: 'const', path: 'src', output_mode: 'count' }, 'src/a.ts:2'],
    ['grep_files', { pattern: 'needle', glob: '*.py' }, 'src/b.py:1:needle = 2'],
    ['grep_files', { pattern: 'needle', type: 'ts' }, 'src/a.ts:1:const needle = 1'],
    [
      'grep_files',
      { pattern: 'needle', path: 'src/a.ts', after: 1 },
      'src/a.ts:1:const needle = 1\nsrc/a.ts-2-const other = 2',
    ],
    ['grep_files', { pattern: 'nee(d)le', path: 'src', '-o': true, glob: '*.ts' }, 'src/a.ts:1:needle'],
    ['grep_files', { pattern: '= 1', literal: true, path: 'src' }, 'src/a.ts:1:const needle = 1'],
    ['grep_files', { pattern: 'needle', no_ignore: true, path: 'dist' }, 'dist/out.js:1:needle'],
    [
      'grep_files',
      { pattern: 'needle', limit: 1 },
      '.github/ci.yml:1:needle: 3\n[cut after 1; narrow the search, or go on with offset 1]\n[left out 2 sensitive files; name a file to search it]',
    ],
    ['grep_files', { pattern: 'needle', offset: 1, path: 'src' }, 'src/b.py:1:needle = 2'],
    ['grep_files', { pattern: '--files', path: 'src' }, '(no matches)'],
    ['grep_files', { pattern: 'needle', path: 'nope' }, 'not_found: `nope` does not exist'],
    ['glob', { pattern: '*.ts' }, 'src/a.ts'],
    ['glob', { pattern: 'src/**' }, 'src/a.ts\nsrc/b.py'],
    ['glob', { pattern: '**/*.pem' }, 'keys/server.pem'],
    ['glob', { pattern: 'keys/*' }, '(no files)\n[left out 1 sensitive file; name a file to search it]'],
    ['glob', { pattern: '*.zig' }, '(no files)'],
    ['glob', { pattern: 'src/../*' }, 'validation: a pattern must not contain `..`; name the directory in `path`'],
  ])('%s %j', async (name, input, want) => {
    const { say } = await open(files, { approvers: [person().approver] })
    expect(await say(name, input)).toBe(want)
  })

  test('a sensitive file that the call names is searched once it is approved', async () => {
    const { approver, asked } = person()
    const { say } = await open(files, { approvers: [approver] })
    expect(await say('grep_files', { pattern: 'needle', path: '.env' })).toBe('.env:1:TOKEN=needle')
    expect(await say('grep_files', { pattern: 'needle', glob: '.env' })).toBe('.env:1:TOKEN=needle')
    expect(asked).toHaveLength(2)
  })

  test('the number of files that are left out does not tell whether a secret matches', async () => {
    const { say } = await open(files)
    const note = async (pattern: string) => (await say('grep_files', { pattern })).split('\n').at(-1)
    expect(await note('TOKEN=needle')).toBe(await note('TOKEN=other'))
  })

  test('an absolute pattern is searched from its directory', async () => {
    const { say, root } = await open(files)
    expect(await say('glob', { pattern: `${root}/src/*.py` })).toBe('src/b.py')
  })

  test('a wrong pattern says what is wrong', async () => {
    const { say } = await open(files)
    expect(await say('grep_files', { pattern: '(' })).toMatch(/^validation: ripgrep: .*unclosed group/s)
  })

  test('ripgrep reads no configuration', async () => {
    const { say, root } = await open(files)
    writeFileSync(join(root, 'rc'), '--invert-match\n')
    process.env['RIPGREP_CONFIG_PATH'] = join(root, 'rc')
    try {
      expect(await say('grep_files', { pattern: 'needle', path: 'src/b.py' })).toBe('src/b.py:1:needle = 2')
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH']
    }
  })

  test('a flood of matches is cut', async () => {
    const { say } = await open({ 'big.txt': 'needle needle needle\n'.repeat(50_000) })
    const said = await say('grep_files', { pattern: 'needle' })
    expect(said.split('\n')).toHaveLength(limits.outputEntries + 1)
    expect(said).toContain('[cut after')
  })
})

test('every tool has a schema that a model can read', async () => {
  const { toolbox } = await open()
  const specs = await toolbox.specs()
  expect(specs.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  for (const { parameters, description } of specs) {
    expect(parameters).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(description.length).toBeGreaterThan(20)
  }
})
