import type { Change } from '../effect.ts'
import { wordText } from '../word.ts'

/**
 * A change in words that follow a program's name: "overwrites history on the remote", "installs `left-pad`". The phrase
 * of the system and action, else that of the action, else the change as a policy writes it.
 */
export function changeWords({ system, action, target }: Pick<Change, 'system' | 'action' | 'target'>): string {
  const named = target === null ? '' : quoteText(wordText(target))
  const phrase = bySystem.get(`${system}/${action}`) ?? byAction.get(action)?.replace('SYSTEM', system)
  const text = phrase ?? `makes the change \`${system}/${action}\``
  if (!text.includes('|')) return named === '' ? text : `${text}: ${named}`
  const [alone = '', withTarget = ''] = text.split(' | ')
  return named === '' ? alone : withTarget.replace('TARGET', () => named)
}

/** Whether people get a phrase for the change rather than its name. */
export const hasChangeWords = (system: string, action: string): boolean =>
  bySystem.has(`${system}/${action}`) || byAction.has(action)

const maxChars = 60

/** A text of the call as part of a sentence: on one line, cut where it is long. */
export function quoteText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return `\`${line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`}\``
}

/**
 * The phrase of each change that a table of Sallyport names. `a | b`: `b` is said where the change has a target, which
 * takes the place of TARGET; any other phrase is followed by the target. `change-tier.ts` has the tiers.
 */
const phrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agent: {
    instruct: 'changes what agents are told, or the hooks that they run',
    publish: 'gives conversations with agents to a service',
    spend: 'raises the budget of this run | raises the budget of this run by TARGET',
    unguarded: 'starts another agent without its safeguards',
  },
  agents: {
    spread: 'writes text that tells agents to copy it into other files',
  },
  build: {
    steer: 'prints a command that the build server obeys',
  },
  cache: {
    configure: 'changes the settings of a build cache',
    remove: 'clears a build cache or stops its server',
  },
  chain: {
    send: 'sends a blockchain transaction, which cannot be undone',
  },
  clipboard: {
    read: 'reads the clipboard',
    replace: 'replaces the clipboard',
  },
  cloud: {
    apply: 'changes cloud resources',
    configure: 'changes the settings of a cloud client',
    delete: 'deletes cloud resources',
    deploy: 'deploys to the cloud',
    destroy: 'destroys whole cloud environments',
    grant: 'changes who has access to cloud resources',
    login: 'signs in to or out of a cloud account',
    manage: 'administers a cloud account or cluster',
    network: 'opens a network connection into the cloud',
    run: 'runs code in the cloud',
    stop: 'stops something that runs in the cloud',
  },
  cluster: {
    apply: 'changes the data of a cluster',
    delete: 'deletes the data of a cluster',
    manage: 'administers a cluster',
  },
  code: {
    hidden: 'hides what it runs',
    upload: "uploads this project's code or build data",
  },
  codespace: {
    network: 'forwards network ports of a codespace',
  },
  container: {
    apply: 'changes containers',
    configure: 'changes container settings',
    create: 'creates a container, image, volume or network',
    delete: 'deletes containers, images or volumes',
    fetch: 'downloads a container image',
    'host-files': 'gives a container access to files of the machine',
    login: 'signs in to or out of a container registry',
    network: "gives a container the machine's network",
    privileged: 'gives a container control over the machine',
    publish: 'publishes a container image or its cache',
    run: 'runs a container',
    start: 'starts containers',
    stop: 'stops containers',
  },
  containers: {
    manage: 'controls the container engine through its socket',
  },
  data: {
    delete: 'deletes versioned data',
  },
  database: {
    apply: 'changes the database',
    delete: 'deletes or overwrites rows of the database',
    drop: 'drops database tables or whole databases',
    grant: 'changes who has access to the database',
    install: 'creates a database server',
    manage: 'administers a database server',
    migrate: 'migrates the database',
    start: 'starts a database server',
    stop: 'stops or restarts a database server',
    truncate: 'empties database tables',
  },
  deploy: {
    production: 'deploys to production',
    push: 'deploys',
  },
  device: {
    delete: 'deletes apps or data on a device',
    flash: "overwrites a device's firmware",
    manage: 'administers a device',
    update: 'changes apps or files on a device',
  },
  disk: {
    destroy: 'destroys a volume with its data',
    format: 'formats a disk',
    manage: 'changes disk settings',
    mount: 'mounts or unmounts a file system',
    overwrite: 'overwrites a disk',
    partition: 'changes disk partitions',
    write: 'writes to a disk directly',
    zero: 'overwrites data with zeros',
  },
  experiment: {
    delete: 'deletes recorded experiments or models',
  },
  files: {
    delete: 'deletes files in storage',
    'delete-backup': 'deletes backups',
    'delete-remote': 'deletes files on another machine',
    fill: 'fills the disk',
    root: 'deletes or changes the whole file system',
    unmount: 'unmounts a file system | unmounts TARGET',
  },
  git: {
    branch: 'creates, moves or deletes branches',
    commit: 'records a commit',
    configure: "changes git's settings",
    create: 'creates a tag or a stash',
    'delete-branch': 'deletes a branch that may hold unmerged commits',
    'delete-notes': 'deletes git notes',
    'delete-objects': 'deletes git objects that could restore lost work',
    'delete-remote': 'deletes a branch or tag on the remote',
    'delete-stash': 'deletes stashed changes',
    'delete-tag': 'deletes a tag',
    'delete-untracked': 'deletes untracked files',
    discard: 'discards uncommitted changes | discards uncommitted changes in TARGET',
    export: 'copies the whole repository with its history',
    fetch: 'fetches commits or changes local references',
    history: 'rewrites local history',
    hooks: 'changes git hooks',
    install: 'installs git hooks or filters',
    manage: 'changes which remotes the repository uses',
    merge: 'merges or applies other changes',
    rebase: 'rebases local commits; the reflog keeps the old ones',
    'overwrite-remote': 'overwrites history on the remote',
    'overwrite-remote-if-unchanged': 'overwrites history on the remote unless it has changed since the last fetch',
    'skip-hooks': 'skips git hooks',
    stage: 'stages changes',
  },
  github: {
    'add-key': 'adds a key to a GitHub account',
    apply: 'changes something on GitHub',
    delete: 'deletes something on GitHub',
    login: 'signs in to or out of GitHub',
    publish: 'publishes or merges something on GitHub',
    run: 'runs a GitHub workflow',
  },
  gitlab: {
    'add-key': 'adds a key to a GitLab account',
    apply: 'changes something on GitLab',
    delete: 'deletes something on GitLab',
    login: 'signs in to or out of GitLab',
    publish: 'publishes or merges something on GitLab',
    run: 'runs a GitLab pipeline',
  },
  hosts: {
    apply: 'changes the configuration of machines',
    run: 'runs commands on other machines',
  },
  http: {
    delete: 'deletes something on a web server | sends an HTTP TARGET request, which deletes something on the server',
  },
  issues: {
    delete: "deletes issues of the project's tracker",
    manage: "changes the settings of the project's issue tracker",
    overwrite: "overwrites newer issues of the project's tracker",
    publish: 'sends issues to another machine or service',
    update: "changes issues of the project's tracker",
  },
  keys: {
    configure: 'locks, unlocks or loads keys of the SSH agent',
    delete: 'deletes or revokes keys',
    generate: 'generates a key',
    update: 'changes keys or which keys are trusted',
  },
  kubernetes: {
    apply: 'changes Kubernetes objects',
    configure: 'changes which cluster or namespace Kubernetes commands use',
    delete: 'deletes Kubernetes objects | deletes the Kubernetes object TARGET',
    deploy: 'changes which version runs in Kubernetes',
    grant: 'changes who has access to a Kubernetes cluster',
    install: 'installs a Kubernetes plugin',
    login: 'signs in to or out of a Kubernetes cluster',
    manage: 'administers a Kubernetes cluster or its client',
    network: 'opens a network connection into a Kubernetes cluster',
    restart: 'restarts something that runs in Kubernetes',
    run: 'runs code in a Kubernetes cluster',
    scale: 'scales something that runs in Kubernetes',
    start: 'starts a Kubernetes cluster',
    stop: 'stops a Kubernetes cluster',
  },
  logs: {
    delete: 'deletes logs',
    manage: 'changes how logs are kept',
  },
  machine: {
    create: 'creates a snapshot of a virtual machine',
    destroy: 'destroys a virtual machine',
    restore: 'restores or deletes a snapshot of a virtual machine',
    run: 'runs commands in a virtual machine',
    stop: 'stops a virtual machine',
  },
  models: {
    delete: 'deletes a model',
    install: 'downloads or creates a model',
    stop: 'stops a model that runs',
  },
  network: {
    expose: 'makes a service of the machine reachable from the network',
    flush: 'removes or replaces firewall rules',
    listen: 'listens for network connections',
    map: 'scans ports or names of a network',
    network: "changes the machine's network or opens a port",
    serve: "opens a port to the network, which the project's own server answers",
    stop: 'closes network connections of other programs',
  },
  packages: {
    fetch: 'downloads packages',
    install: 'installs packages, which may run their own code | installs TARGET, which may run its own code',
    manage: 'changes package sources or settings',
    remove: 'removes packages',
    update: 'updates which package versions are used',
  },
  permissions: {
    owner: 'changes who owns files | changes who owns TARGET',
    permissions: 'changes file permissions',
    setuid: "lets a file run with its owner's rights",
    widen: 'lets everyone change a file',
  },
  privileges: {
    raise: "acts with another user's rights, usually root's",
    search: 'looks for files that run with higher rights',
  },
  process: {
    endless: 'never ends and uses up the machine',
    'fork-bomb': 'starts processes without end (a fork bomb)',
    kill: 'kills processes',
    'kill-own': 'kills processes that this work started',
    'kill-named': 'ends every process with that name | ends every process named TARGET',
    'kill-all': 'kills every process it can reach',
    read: 'reads the memory of a process',
    signal: 'sends a signal to a process | sends a signal to TARGET',
    start: 'starts a background process',
    steer: 'changes the priority of processes',
    stop: 'stops processes',
    unstoppable: 'ignores attempts to stop it',
  },
  queues: {
    apply: 'changes topics or settings of a message queue',
    delete: 'deletes topics or messages of a message queue',
    update: 'changes which messages of a queue count as read',
  },
  registry: {
    deploy: 'publishes a site or an artifact',
    login: 'signs in to or out of a package registry',
    publish: 'publishes a package',
  },
  sallyport: {
    control: 'controls Sallyport, which only a person may do',
  },
  secrets: {
    change: 'changes or deletes a stored secret | changes or deletes the stored secret TARGET',
    delete: 'deletes stored secrets',
    login: 'signs in to or out of a secret store',
    manage: 'changes stored secrets',
    read: 'reveals secrets | reveals the secret in TARGET',
    search: 'searches for secrets',
  },
  service: {
    delete: 'deletes something on a service',
    login: 'signs in to or out of a service',
    run: 'calls a method of a remote service',
    service: 'starts, stops or reloads a service',
    stop: 'stops a service',
  },
  shell: {
    history: 'hides commands from the shell history',
    manage: 'lets a directory set the environment of every shell',
  },
  system: {
    apply: "changes the system's configuration",
    configure: 'changes system settings',
    'delete-schedule': 'deletes scheduled jobs',
    'delete-settings': 'deletes system settings',
    'delete-users': 'deletes user accounts',
    kernel: 'changes kernel settings or modules',
    manage: 'changes system settings',
    network: "changes the system's network settings",
    power: 'shuts down or restarts the machine',
    quarantine: 'removes the mark of a downloaded file, so that it runs without a check',
    schedule: 'schedules commands that run later',
    security: "changes the system's security settings",
    service: 'changes or controls a system service',
    unguarded: 'stops a program that guards the machine',
    users: 'changes user accounts or groups',
  },
  terraform: {
    apply: 'changes the Terraform state',
    configure: 'selects or creates a Terraform workspace',
    delete: 'deletes a Terraform workspace',
    install: 'downloads Terraform providers and modules',
    'overwrite-state': 'removes from or overwrites the Terraform state',
    unlock: 'breaks a lock of the Terraform state',
  },
  typed: {
    forbidden: 'types a command that the floor forbids',
  },
  versions: {
    branch: 'changes branches or bookmarks',
    commit: 'records a commit',
    discard: 'discards uncommitted changes',
    history: 'rewrites local history',
    manage: 'changes which remotes the repository uses',
    merge: 'merges or applies other changes',
  },
}

/** Phrases for systems that a policy invents: `change acme/deploy`. */
const actions: Readonly<Record<string, string>> = {
  apply: 'changes `SYSTEM`',
  branch: 'changes branches of `SYSTEM`',
  commit: 'records a commit in `SYSTEM`',
  configure: 'changes the settings of `SYSTEM`',
  create: 'creates something in `SYSTEM`',
  delete: 'deletes something in `SYSTEM`',
  deploy: 'deploys with `SYSTEM`',
  destroy: 'destroys something in `SYSTEM`',
  drop: 'drops data of `SYSTEM`',
  export: 'copies everything out of `SYSTEM`',
  fetch: 'downloads from `SYSTEM`',
  generate: 'generates something with `SYSTEM`',
  grant: 'changes who has access to `SYSTEM`',
  install: 'installs something with `SYSTEM`',
  kill: 'kills something in `SYSTEM`',
  'kill-own': 'kills something that this work started in `SYSTEM`',
  label: 'changes labels in `SYSTEM`',
  login: 'signs in to or out of `SYSTEM`',
  manage: 'administers `SYSTEM`',
  merge: 'merges changes in `SYSTEM`',
  migrate: 'migrates `SYSTEM`',
  network: 'changes the network of `SYSTEM`',
  overwrite: 'overwrites something in `SYSTEM`',
  permissions: 'changes permissions in `SYSTEM`',
  publish: 'publishes to `SYSTEM`',
  push: 'pushes to `SYSTEM`',
  raise: 'raises its rights in `SYSTEM`',
  read: 'reads from `SYSTEM`',
  rebase: 'rebases commits in `SYSTEM`',
  remove: 'removes something from `SYSTEM`',
  restart: 'restarts `SYSTEM`',
  run: 'runs something in `SYSTEM`',
  scale: 'scales `SYSTEM`',
  schedule: 'schedules something in `SYSTEM`',
  serve: 'opens `SYSTEM` to the network',
  search: 'searches `SYSTEM`',
  send: 'sends something to `SYSTEM`',
  service: 'controls the service `SYSTEM`',
  signal: 'sends a signal to `SYSTEM`',
  spread: 'spreads text through `SYSTEM`',
  stage: 'stages changes in `SYSTEM`',
  start: 'starts `SYSTEM`',
  steer: 'controls `SYSTEM`',
  stop: 'stops `SYSTEM`',
  truncate: 'empties something in `SYSTEM`',
  update: 'updates `SYSTEM`',
  write: 'writes to `SYSTEM`',
}

const bySystem: ReadonlyMap<string, string> = new Map(
  Object.entries(phrases).flatMap(([system, actionsOf]) =>
    Object.entries(actionsOf).map(([action, phrase]) => [`${system}/${action}`, phrase] as const),
  ),
)
const byAction: ReadonlyMap<string, string> = new Map(Object.entries(actions))
