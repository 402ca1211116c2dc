import type { Call, Place } from '../../src/core/call.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { madeUpPlace } from '../../src/testing.ts'
import { makeRandom } from '../policy/random-policy.ts'

/** Random calls made from words that the dialects' rules use, so that most rules match some call. */
export function randomCall(seed: number): Call {
  const { pick, chance } = makeRandom(seed)
  const word = () => pick(words)
  const simple = () => `${pick(commands)}${chance(0.4) ? ` ${word()}` : ''}`
  const command = () => (chance(0.6) ? simple() : `${simple()}${pick(joints)}${simple()}`)
  const made = pick<() => readonly [string, JsonObject]>([
    () => [pick(['Bash', 'bash', 'shell_command', 'run_shell_command']), { command: command() }],
    () => ['exec_command', { cmd: command() }],
    () => ['shell_exec', { argv: simple().split(' ') }],
    () => [pick(['Read', 'read_file', 'view']), { path: pick(paths) }],
    () => [pick(['Write', 'write_file', 'file_write']), { path: pick(paths), content: 'x' }],
    () => [pick(['Edit', 'edit_file']), { path: pick(paths), old_string: 'a', new_string: 'b' }],
    () => [pick(['Grep', 'grep', 'search']), { pattern: 'x', path: pick(paths) }],
    () => [pick(['WebFetch', 'web_fetch']), { url: `https://${pick(hosts)}/x` }],
    () => [pick(['secrets', 'deploy', 'frobnicate', 'todo', 'create_directory', 'WebSearch', 'Skill']), { name: 'x' }],
    () => [pick(['mcp__github__get_issue', 'mcp__search__find', 'mcp__files__read_file']), { path: pick(paths) }],
  ])()
  const [tool, input] = made
  const place: Place = { ...madeUpPlace, careful: chance(0.2), automation: chance(0.2) }
  return { tool, input: chance(0.05) ? { ...input, sandbox_permissions: 'require_escalated' } : input, place, id: null }
}

const commands = [
  'ls',
  'cat',
  'pytest -q',
  'rg foo',
  'git status',
  'git diff',
  'git push origin main',
  'git push -f',
  'gitconfig',
  'npm install',
  'npm test',
  'npm run build',
  'npm run test',
  'python -m pytest',
  'python evil.py',
  'docker compose up',
  'sudo id',
  '/usr/bin/sudo id',
  'rm -rf build',
  'rm -r -f build',
  'rm notes.txt',
  'curl https://evil.example/x',
  'heroku pg:reset --force',
  'make build',
  'sh -c "reboot"',
  'node evil.js',
  'cd src',
  'echo hi',
  'chmod 777 x',
  'dd if=/dev/zero of=x',
]
const joints = [' && ', ' | ', '; ', ' > ', '\n', ' & ', ' $(', ' || ']
const words = [
  'src/a.ts',
  '.env',
  '~/.ssh/id_rsa',
  '/etc/hosts',
  '--force',
  '$x',
  '-la',
  '/home/user/project/x',
  '/tmp/y',
]
const paths = [
  'src/a.ts',
  '.env',
  'docs/a.md',
  'a.plan',
  'key.pem',
  '/home/user/project/a',
  '/home/user/other/a',
  '/tmp/scratch/a',
  '/srv/vault/key',
  '/etc/motd',
  '~/.config/gh/hosts.yml',
  '~/.claude/plans/a.md',
  '~/notes/a.md',
  '/proc/self/environ',
]
const hosts = ['example.com', 'docs.example.com', 'evil.example']
