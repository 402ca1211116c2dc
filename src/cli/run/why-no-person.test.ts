import { describe, expect, test } from 'vitest'
import { type Ancestor, type Lineage, whyNoPerson } from './why-no-person.ts'

const one = (words: string, terminal: string | null = null, ...variables: readonly string[]): Ancestor => ({
  words: words.split(' '),
  terminal,
  variables,
})
const lineage = (...ancestors: readonly Ancestor[]): Lineage => ({ variables: ['HOME'], terminal: 'pts/1', ancestors })
const shell = one('-zsh', 'pts/1', 'HOME', 'TERM')
const desktop = [one('/usr/lib/systemd/systemd --user'), one('/sbin/init')]

describe('a person is asked', () => {
  test.each<readonly [where: string, lineage: Lineage]>([
    ['in a terminal of the desktop', lineage(shell, one('/usr/libexec/gnome-terminal-server'), ...desktop)],
    [
      'over ssh',
      lineage(shell, one('sshd: dev@pts/1'), one('sshd: dev [priv]'), one('/usr/sbin/sshd -D'), one('init')),
    ],
    ['in tmux', lineage(shell, one('tmux new -s work'), one('/sbin/init'))],
    ['in a container', lineage(one('bash', 'pts/1'))],
    [
      'in the terminal of VS Code',
      lineage(shell, one('/usr/share/code/code --type=utility --utility-sub-type=node.mojom.NodeService'), ...desktop),
    ],
    [
      'in the terminal of an editor on a remote machine',
      lineage(
        shell,
        one('/home/dev/.vscode-server/bin/1/node /home/dev/.vscode-server/bin/1/out/bootstrap-fork --type=ptyHost'),
        one('/home/dev/.vscode-server/bin/1/node /home/dev/.vscode-server/bin/1/out/server-main.js'),
        one('init'),
      ),
    ],
    ['in the terminal of a JetBrains editor', lineage(shell, one('/opt/idea/bin/idea'), ...desktop)],
    ['by make or npm', lineage(one('npm run x', 'pts/1'), shell, one('alacritty'), ...desktop)],
    ['by a script of another language', lineage(one('python3 deploy.py', 'pts/1'), shell, one('kitty'), ...desktop)],
    ['as another user', lineage(one('-bash', 'pts/2'), one('sudo -i', 'pts/1'), shell, one('xterm'), ...desktop)],
    ['in a directory with the name of an agent', lineage(one('bash /home/dev/claude/run.sh', 'pts/1'), one('xterm'))],
    [
      'with settings for an agent in the environment',
      {
        ...lineage(shell, one('xterm')),
        variables: ['CODEX_HOME', 'CURSOR_TRACE_ID', 'GEMINI_API_KEY', 'CLAUDE_CONFIG_DIR'],
      },
    ],
  ])('%s', (_where, given) => expect(whyNoPerson(given)).toBeNull())
})

describe('no person is asked', () => {
  const person = lineage(shell, one('xterm'), ...desktop)
  test.each<readonly [when: string, lineage: Lineage | null, says: string]>([
    ['if the processes cannot be listed', null, 'cannot be listed'],
    ['inside the fence', { ...person, variables: ['SALLYPORT_FENCE'] }, 'inside the fence'],
    ['if the client sets its variable', { ...person, variables: ['CLAUDECODE'] }, '`CLAUDECODE`'],
    ['if an ancestor still has the variable', lineage(shell, one('bash', 'pts/1', 'GEMINI_CLI')), '`GEMINI_CLI`'],
    ['below Claude Code', lineage(one('bash -c x', 'pts/1'), one('claude', 'pts/1'), shell, one('xterm')), '`claude`'],
    [
      'below a client that is a script',
      lineage(one('sh', 'pts/1'), one('node /usr/lib/node_modules/@openai/codex/bin/codex.js', 'pts/1'), one('xterm')),
      'codex',
    ],
    [
      'below Gemini CLI with options of Node',
      lineage(
        one('sh', 'pts/1'),
        one('node --no-warnings /opt/@google/gemini-cli/dist/index.js', 'pts/1'),
        one('xterm'),
      ),
      'gemini-cli',
    ],
    ['below Copilot CLI', lineage(one('sh', 'pts/1'), one('node /n/@github/copilot/index.js', 'pts/1')), 'copilot'],
    ['without a controlling terminal', { ...person, terminal: null }, 'no terminal'],
    ['in a terminal that `script` opened', lineage(one('sh', 'pts/1'), one('script -qec x', null)), '`script`'],
    ['in a terminal that a Python program opened', lineage(one('sh', 'pts/1'), one('python3.12 -c x')), '`python3.12`'],
    [
      'in a terminal inside such a terminal',
      lineage(one('sh', 'pts/3'), one('sudo x', 'pts/1'), one('sh', 'pts/1'), one('expect f', 'pts/0'), one('xterm')),
      '`expect`',
    ],
  ])('%s', (_when, given, says) => expect(whyNoPerson(given)).toContain(says))
})
