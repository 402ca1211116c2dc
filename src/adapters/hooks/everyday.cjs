'use strict'
// What a hook is asked all day. It is run over these before it is kept, so that what they need is compiled and made.
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

exports.calls = everyday.map(([tool, input]) => ({ tool, input }))

/** In a home of its own, of which nothing is left. */
exports.practise = async answerHook => {
  // Node's pool of small buffers outlives them, and would keep what was in them.
  const { poolSize } = Buffer
  Buffer.poolSize = 0
  const home = mkdtempSync(`${tmpdir()}/sallyport-practice-`)
  const cwd = `${home}/project`
  try {
    mkdirSync(cwd)
    for (const [tool_name, tool_input] of everyday) {
      const sent = { hook_event_name: 'PreToolUse', session_id: 'practice', cwd, tool_name, tool_input }
      const answer = await answerHook('claude-code', JSON.stringify(sent), { HOME: home })
      if (answer.exit !== 0) throw new Error(answer.stderr)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
    Buffer.poolSize = poolSize
    // Nor does the engine go on remembering the last text that a pattern was found in.
    'nothing'.match(/nothing/)
  }
}
