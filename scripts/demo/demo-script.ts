import type { AskedModel, SaidLine } from './model-server.ts'

export const demoTask = 'The test fails. Fix it, check it, and publish the change.'

/** The main agent and its two sub-agents, step by step. */
export function demoScript({ task, step }: AskedModel): SaidLine {
  const lines = task === reviewTask ? reviewer : task === readmeTask ? writer : main
  return lines[step] ?? { text: 'Done.' }
}

const reviewTask = 'Read sum.js and say in one sentence whether it adds its arguments.'
const readmeTask = 'Write a README.md of one line for this project.'

const main: readonly SaidLine[] = [
  {
    text: 'I look at the code and run the test.',
    calls: [
      ['read_file', { path: 'sum.js' }],
      ['shell_command', { command: 'npm test' }],
    ],
  },
  {
    text: 'The function subtracts. I fix it.',
    calls: [['edit_file', { path: 'sum.js', old_string: 'a - b', new_string: 'a + b' }]],
  },
  { text: 'Now the test again.', calls: [['shell_command', { command: 'npm test' }]] },
  {
    text: 'It passes. Two sub-agents review the change and write a readme.',
    calls: [
      ['run_agent', { name: 'reviewer', prompt: reviewTask, tools: ['read_file'] }],
      ['run_agent', { name: 'writer', prompt: readmeTask, tools: ['write_file'] }],
    ],
  },
  {
    text: 'I commit and publish it.',
    calls: [['shell_command', { command: 'git add . && git commit -m "sum adds"' }]],
  },
  { calls: [['shell_command', { command: 'git push --force origin main' }]] },
  {
    text: 'The test passes and the change is committed on main. I did not publish it: the forced push was denied.',
  },
]

const reviewer: readonly SaidLine[] = [
  { calls: [['read_file', { path: 'sum.js' }]] },
  { text: 'Yes: sum returns a + b.' },
]

const writer: readonly SaidLine[] = [
  { calls: [['write_file', { path: 'README.md', content: '# demo\n\nAdds two numbers.\n' }]] },
  { text: 'I wrote README.md.' },
]
