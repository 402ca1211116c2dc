'use strict'
// Typical calls. The hook answers them before its snapshot is saved, so that the code and tables they need are already compiled.
const { tmpdir } = require('node:os')
const { mkdirSync, mkdtempSync, rmSync } = require('node:fs')

const everyday = [
  ['Bash', { command: 'git status' }],
  ['Bash', { command: 'cd src && ls -la | head -5; npm test 2>&1 > out.txt' }],
  ['Bash', { command: 'git add -A && git commit -m "tidy up" && git push' }],
  ['Bash', { command: 'git diff; git log; git show; git branch' }],
  ['Bash', { command: 'cat a; tail a; wc -l a; grep -rn a .; echo a; mkdir -p a' }],
  ['Read', { file_path: '/tmp/a.ts' }],
  ['Edit', { file_path: '/tmp/a.ts', old_string: 'a', new_string: 'b' }],
]

const request = { hook_event_name: 'PreToolUse', session_id: 'practice', permission_mode: 'default' }

exports.calls = everyday.map(([tool, input]) => ({ tool, input }))

/** Runs in a temporary home directory that is removed afterwards. */
exports.practise = async answerHook => {
  // Node's pool for small buffers would keep their contents in the snapshot.
  const { poolSize } = Buffer
  Buffer.poolSize = 0
  const home = mkdtempSync(`${tmpdir()}/sallyport-practice-`)
  const cwd = `${home}/project`
  try {
    mkdirSync(cwd)
    for (const [tool_name, tool_input] of everyday) {
      const sent = { ...request, cwd, tool_name, tool_input }
      const answer = await answerHook('claude-code', JSON.stringify(sent), { HOME: home })
      if (answer.exit !== 0) throw new Error(answer.stderr)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
    Buffer.poolSize = poolSize
    // V8 remembers the last text that a pattern matched; this overwrites it.
    'nothing'.match(/nothing/)
  }
}
