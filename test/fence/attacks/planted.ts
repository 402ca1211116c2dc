import { type Attack, changed } from './attack.ts'

const planted =
  (...paths: readonly string[]): Attack['worked'] =>
  host =>
    paths.some(path => host.exists(`project/${path}`))

/** Names that programs obey later without a prompt, created where they did not exist. */
export const plantedAttacks: readonly Attack[] = [
  {
    name: 'creates tasks for the editor in a package',
    sh: 'mkdir packages/app/.vscode; echo x > packages/app/.vscode/tasks.json',
    worked: planted('packages/app/.vscode'),
  },
  {
    name: 'creates settings of an agent',
    sh: 'mkdir .gemini .codex; echo x > .gemini/settings.json; echo x > .codex/config.toml',
    worked: planted('.gemini', '.codex'),
  },
  { name: 'creates instructions for agents', sh: 'echo obey > AGENTS.md', worked: planted('AGENTS.md') },
  {
    name: 'creates instructions through a link',
    sh: 'echo obey > notes.txt; ln -s notes.txt GEMINI.md',
    worked: planted('GEMINI.md'),
  },
  {
    name: 'creates a link that leads nowhere yet',
    sh: 'ln -s later.json opencode.json',
    worked: planted('opencode.json'),
  },
  { name: 'creates a CI pipeline', sh: 'echo x > .gitlab-ci.yml', worked: planted('.gitlab-ci.yml') },
  {
    name: 'moves a directory with a planted name into place',
    sh: 'mkdir -p stage/.devcontainer; echo "{}" > stage/.devcontainer/devcontainer.json; mv stage packages/web',
    worked: planted('packages/web/.devcontainer/devcontainer.json'),
  },
  {
    name: 'replaces a link to settings by a directory',
    sh: 'rm .cursor; mkdir .cursor; echo x > .cursor/mcp.json',
    worked: planted('.cursor/mcp.json'),
  },
  {
    name: 'leads a link to settings elsewhere',
    sh: 'mkdir mine; echo x > mine/mcp.json; ln -sfn mine .cursor',
    worked: planted('.cursor/mcp.json'),
    notPlain: 'the attack before it has replaced the link',
  },
  {
    name: 'creates a file in a linked settings directory',
    sh: 'echo x > editor/mcp.json; echo y > editor/tasks.json',
    worked: changed('project/editor/tasks.json'),
  },
]
