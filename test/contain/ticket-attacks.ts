import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { runnerPath } from '../../src/io/contain/fenced-form.ts'
import { writeTicket } from '../../src/io/contain/ticket.ts'
import { runShell, type TicketGround } from './ticket-ground.ts'

/** How many attempts were refused, how many ran exactly what the plan says and once, and what went wrong. */
export interface AttackReport {
  refused: number
  planned: number
  readonly faults: string[]
}

/** One kind of attempt. It makes a ticket of its own, and counts each attempt with it. */
type Attack = (ground: TicketGround, report: AttackReport, round: number) => Promise<void>

/** The marker that the planned command prints, and the attempts that each one makes. */
const planned = 'frob echo planned'

async function ticketOf(
  ground: TicketGround,
  command = planned,
  options = {},
): Promise<{ form: string; ticket: string }> {
  const form = await ground.fencedForm(command, options)
  const ticket = /run ([0-9a-f]{32}); exit; /.exec(form ?? '')?.[1]
  if (form === null || ticket === undefined) throw new Error(`the fence did not answer for \`${command}\``)
  return { form, ticket }
}

/** Starts the runner with this text, and counts: refused with 126 and no output, or exactly the planned output. */
function attempt(
  ground: TicketGround,
  report: AttackReport,
  { text, wants, env = {}, cwd = ground.project, output = 'planned\n' }: Attempt,
): void {
  const { status, stdout, stderr } = runShell(text, { env: { ...ground.env, ...env }, cwd })
  const isTouched =
    readFileSync(`${ground.home}/outside/file`, 'utf8') !== 'untouched' || existsSync(`${ground.home}/outside/new`)
  const isRefused = status === 126 && stdout === '' && stderr.includes('sallyport: ')
  const isPlanned = status === 0 && stdout === output
  if (isTouched || !(wants === 'refused' ? isRefused : isPlanned))
    report.faults.push(
      `wanted ${wants}, got ${status}: ${JSON.stringify({ text, env, stdout, stderr: stderr.slice(0, 300), isTouched })}`,
    )
  else report[wants] += 1
}

interface Attempt {
  readonly text: string
  readonly wants: 'refused' | 'planned'
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly output?: string
}

const refused = 'refused' as const

/** Every kind of attempt, by name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'a ticket that was used': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    attempt(ground, report, { text: form, wants: 'planned' })
    for (const text of [form, form, `${runnerPath(ground.tickets)} ${ticket}`])
      attempt(ground, report, { text, wants: refused })
  },

  'a ticket from the transcript, before its client starts it': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    const stolen = `${runnerPath(ground.tickets)} ${ticket}; exit; touch ${ground.home}/outside/new`
    attempt(ground, report, { text: stolen, wants: 'planned' })
    attempt(ground, report, { text: form, wants: refused })
  },

  'a changed plan': async (ground, report, round) => {
    const { form, ticket } = await ticketOf(ground)
    const plan = `${ground.tickets}/${ticket}/plan`
    const fields = readFileSync(plan, 'utf8').split('\0')
    const at = (round * 7) % (fields.length - 1)
    const changed = fields.map((field, index) => (index === at ? changedField(field, round, ground) : field))
    writeFileSync(plan, changed.join('\0'))
    attempt(ground, report, { text: form, wants: refused })
    for (const bytes of ['', '\0', fields.slice(0, at).join('\0'), `${fields.join('\0')}x\0`]) {
      writeFileSync(plan, bytes)
      attempt(ground, report, { text: form, wants: refused })
    }
    writeFileSync(plan, fields.join('\0'))
    attempt(ground, report, { text: form, wants: 'planned' })
  },

  'a changed record, a claim that is made already, a plan that is a link': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    const directory = `${ground.tickets}/${ticket}`
    renameSync(`${directory}/plan`, `${directory}/other`)
    symlinkSync('other', `${directory}/plan`)
    attempt(ground, report, { text: form, wants: refused })
    rmSync(`${directory}/plan`)
    attempt(ground, report, { text: form, wants: refused })
    renameSync(`${directory}/other`, `${directory}/plan`)
    writeFileSync(`${directory}/taken`, '')
    attempt(ground, report, { text: form, wants: refused })
    rmSync(`${directory}/taken`)
    // It says what becomes of the changes, not what runs; with another text nothing is committed.
    writeFileSync(`${directory}/record.json`, '{}')
    attempt(ground, report, { text: form, wants: 'planned' })
  },

  'a race of eight starters': async (ground, report) => {
    const { form } = await ticketOf(ground)
    const ends = await Promise.all(Array.from({ length: 8 }, () => started(form, ground)))
    const ran = ends.filter(end => end === '0 planned\n').length
    const kept = ends.filter(end => end === '126 ').length
    if (ran !== 1 || kept !== 7) report.faults.push(`race: ${JSON.stringify(ends)}`)
    report.planned += ran
    report.refused += kept
  },

  'another directory': async (ground, report) => {
    const { form } = await ticketOf(ground)
    for (const cwd of [ground.home, '/', `${ground.project}/.git`])
      attempt(ground, report, { text: form, cwd, wants: refused })
    attempt(ground, report, { text: `cd .git; ${form}`, wants: refused })
    attempt(ground, report, { text: form, env: { PWD: '/' }, wants: 'planned' })
  },

  'another call of the same client': async (ground, report) => {
    const contain = { keepsDirectory: false, callVariable: 'CODEX_TOOL_CALL_ID' }
    const { form } = await ticketOf(ground, planned, { client: 'codex', contain })
    for (const id of ['call-2', '', 'call-1 ', 'CALL-1'])
      attempt(ground, report, { text: form, env: { CODEX_TOOL_CALL_ID: id }, wants: refused })
    attempt(ground, report, { text: form, env: { CODEX_TOOL_CALL_ID: 'call-1' }, wants: 'planned' })
  },

  'a ticket that has expired': async (ground, report, round) => {
    const name = writeTicket(ground.tickets, {
      ...bareTicket(ground),
      expires: Math.floor(Date.now() / 1_000) - (round % 5),
    })
    attempt(ground, report, { text: `${runnerPath(ground.tickets)} ${name}`, wants: refused })
    rmSync(`${ground.tickets}/${name}`, { recursive: true })
  },

  'a ticket directory that is a link': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    const [directory, other] = [`${ground.tickets}/${ticket}`, `${ground.home}/outside/${ticket}`]
    renameSync(directory, other)
    symlinkSync(other, directory)
    attempt(ground, report, { text: form, wants: refused })
    rmSync(directory)
    attempt(ground, report, { text: form, wants: refused })
    renameSync(other, directory)
    attempt(ground, report, { text: form, wants: 'planned' })
  },

  'a copy of a ticket under another name': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    const other = [...ticket].reverse().join('')
    mkdirSync(`${ground.tickets}/${other}`, { mode: 0o700 })
    copyFileSync(`${ground.tickets}/${ticket}/plan`, `${ground.tickets}/${other}/plan`)
    attempt(ground, report, { text: form.replace(ticket, other), wants: refused })
    attempt(ground, report, { text: form, wants: 'planned' })
    rmSync(`${ground.tickets}/${other}`, { recursive: true })
  },

  'another program in the place of the runner': async (ground, report, round) => {
    const runner = runnerPath(ground.tickets)
    rmSync(runner, { force: true })
    const swaps = [
      () => writeFileSync(runner, `#!/bin/sh\ntouch ${ground.home}/outside/new\n`, { mode: 0o500 }),
      () => symlinkSync('/bin/echo', runner),
      () => writeFileSync(runner, '', { mode: 0o777 }),
    ]
    swaps[round % swaps.length]?.()
    // The hook looks at the runner before it tells a client to start it.
    const { form } = await ticketOf(ground)
    attempt(ground, report, { text: form, wants: 'planned' })
  },

  'words in place of a ticket': async (ground, report) => {
    const { form, ticket } = await ticketOf(ground)
    const runner = runnerPath(ground.tickets)
    const words = [
      ...[
        '',
        "''",
        '*',
        '.',
        '..',
        `../contain/${ticket}`,
        `./${ticket}`,
        `${ticket}/`,
        `"${ticket} "`,
        `"${ticket}\n"`,
      ],
      ...[ticket.toUpperCase(), ticket.slice(1), `${ticket}0`, `-c ${ticket}`, `-- ${ticket}`, `${ticket} 'touch x'`],
      ...[
        `${ticket} -c id`,
        `"$(printf '%s\\0' ${ticket})x"`,
        `'a[$(touch ${ground.home}/outside/new)]'`,
        'plan[0]',
        '0'.repeat(32),
      ],
    ].filter(word => word !== ticket)
    for (const word of words) attempt(ground, report, { text: `${runner} ${word}`, wants: refused })
    attempt(ground, report, { text: form, wants: 'planned' })
  },

  'variables that change how shells and programs work': async (ground, report, round) => {
    const tricks = environmentTricks(ground)
    const env = tricks[round % tricks.length] ?? {}
    const { form } = await ticketOf(ground, 'frob /bin/sh -c "/usr/bin/env | /bin/grep -c HIDDEN; echo planned"')
    attempt(ground, report, { text: form, env, wants: 'planned', output: '0\nplanned\n' })
  },

  'secrets in the environment': async (ground, report) => {
    const { form } = await ticketOf(
      ground,
      'frob sh -c "cat /proc/self/environ | tr -d a-f | grep -ac \'5432\'; echo planned"',
    )
    const env = Object.fromEntries(secretNames.map(name => [name, '5432']))
    attempt(ground, report, { text: form, env, wants: 'planned', output: '0\nplanned\n' })
  },

  'descriptors that the client left open': async (ground, report, round) => {
    const fd = [3, 4, 5, 9, 10, 11, 63, 200, 254, 255][round % 10] ?? 5
    const look = `cat /proc/self/fd/${fd}/id_ed25519 2>/dev/null; (echo x > /proc/self/fd/${fd}) 2>/dev/null; ls /proc/self/fd | wc -l`
    const { form } = await ticketOf(ground, `frob sh -c '${look}'`)
    const source = round % 2 === 0 ? `${ground.home}/.ssh` : `${ground.home}/outside/file`
    // 0, 1, 2, and the directory that `ls` itself reads.
    attempt(ground, report, { text: `exec ${fd}< ${source}; ${form}`, wants: 'planned', output: '4\n' })
  },

  'a directory as standard input': async (ground, report) => {
    const { form } = await ticketOf(ground, "frob sh -c 'cat /proc/self/fd/0/id_ed25519 2>/dev/null; echo planned'")
    attempt(ground, report, { text: `exec 0< ${ground.home}/.ssh; ${form}`, wants: 'planned' })
  },

  'text that wants to run behind the fence': async (ground, report, round) => {
    const out = `touch ${ground.home}/outside/new`
    const texts = [
      `frob echo planned\n${out}`,
      `frob echo planned; ${out}`,
      `frob echo planned && ${out}`,
      `frob echo planned & ${out}; wait`,
      `frob echo planned | cat; ${out}`,
      `{ frob echo planned; }; ${out}`,
      `(frob echo planned); ${out}`,
      `frob echo planned #\n${out}`,
    ]
    const { form } = await ticketOf(ground, `frob sh -c '${out}' 2>/dev/null; frob echo planned`)
    attempt(ground, report, { text: form, wants: 'planned' })
    const text = texts[round % texts.length] ?? ''
    const other = await ground.fencedForm(`${text.replace(out, `frob ${out} 2>/dev/null`)}`)
    if (other === null) return
    const { stdout } = runShell(other, { env: ground.env, cwd: ground.project })
    if (stdout !== 'planned\n' || existsSync(`${ground.home}/outside/new`))
      report.faults.push(`behind the fence: ${JSON.stringify({ other, stdout })}`)
    else report.planned += 1
  },
}

const started = (text: string, { env, project }: TicketGround): Promise<string> =>
  new Promise(resolve => {
    const child = spawn('/bin/bash', ['-c', text], { env, cwd: project, stdio: ['ignore', 'pipe', 'ignore'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8')
    })
    child.once('close', code => resolve(`${code} ${out}`))
  })

function changedField(field: string, round: number, { home }: TicketGround): string {
  const changes = [
    `${field}x`,
    '',
    '0',
    '9999999999',
    `touch ${home}/outside/new`,
    '--bind',
    '/bin/sh',
    field.slice(1),
    `\n${field}`,
  ]
  const changed = changes[round % changes.length] ?? ''
  return changed === field ? `${field}y` : changed
}

const bareTicket = ({ project }: TicketGround) => ({
  ...{ cwd: project, filter: new Uint8Array(), finishes: 'always' as const, client: 'claude-code', bound: {} },
  ...{
    names: ['PATH'],
    sockets: [],
    layers: [],
    words: ['/usr/bin/env', '--'],
    command: ['--', '/bin/echo', 'planned'],
  },
  ...{ finish: ['/bin/false'], record: '{}' },
})

const secretNames = [
  ...['ANTHROPIC_API_KEY', 'CLAUDE_CODE_MESSAGING_TOKEN', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN'],
  ...['SSH_AUTH_SOCK', 'NPM_TOKEN', 'DATABASE_URL', 'MY_PASSWORD', 'a.secret', 'a-secret', 'BASH_FUNC_secret%%'],
]

/** A program that would run outside the fence if one of the variables was obeyed. */
function environmentTricks({ home }: TicketGround): readonly NodeJS.ProcessEnv[] {
  const out = `touch ${home}/outside/new`
  const bin = `${home}/tricks`
  mkdirSync(bin, { recursive: true })
  for (const name of ['bwrap', 'env', 'sha256sum', 'bash', 'sh', 'unshare', 'mount', 'node', 'printf', 'frobnicate'])
    writeFileSync(`${bin}/${name}`, `#!/bin/sh\n${out}\n`, { mode: 0o755 })
  writeFileSync(`${bin}/rc`, `${out}\n`)
  const f = `() { ${out}; }`
  const marked = { NAMED: 'HIDDEN', NAMED_KEY: 'HIDDEN' }
  return [
    { PATH: `${bin}:${home}/bin:/usr/bin:/bin` },
    { BASH_ENV: `${bin}/rc`, ENV: `${bin}/rc` },
    { PS4: `$(${out})`, BASH_XTRACEFD: '1' },
    { POSIXLY_CORRECT: '1', BASH_COMPAT: '3.2' },
    { FUNCNEST: '1', TMOUT: '1' },
    { IFS: '0123456789abcdef /' },
    { GLOBIGNORE: '*', CDPATH: '/:..:/tmp' },
    { 'BASH_FUNC_printf%%': f, 'BASH_FUNC_exec%%': f, 'BASH_FUNC_mapfile%%': f },
    { 'BASH_FUNC_main%%': f, 'BASH_FUNC_refuse%%': f, 'BASH_FUNC_set%%': f, 'BASH_FUNC_unset%%': f },
    { 'BASH_FUNC_read%%': f, 'BASH_FUNC_trap%%': f, 'BASH_FUNC_wait%%': f, 'BASH_FUNC_[[%%': f },
    {
      isOffline: '1',
      client: 'codex',
      words: '/bin/sh',
      finish: `${bin}/bwrap`,
      directory: bin,
      ticket: 'x',
      plan: 'x',
    },
    { stubborn: '-S', sandbox: `${bin}/bwrap`, command: `${bin}/bwrap`, names: 'HIDDEN', kept: 'HIDDEN', layers: home },
    { CODEX_SANDBOX_NETWORK_DISABLED: '1', SANDBOX_RUNTIME: '1' },
    { LD_LIBRARY_PATH: bin, LD_AUDIT: `${bin}/none.so`, GCONV_PATH: bin, LOCPATH: bin },
    { PROMPT_COMMAND: out, HISTFILE: `${home}/outside/new`, BASH_LOADABLES_PATH: bin, EXECIGNORE: '*' },
    { LC_ALL: 'tr_TR.UTF-8', LANG: 'xx', LANGUAGE: 'xx' },
    { HOME: bin, XDG_STATE_HOME: bin, TMPDIR: bin, NODE_OPTIONS: `--require ${bin}/rc` },
    { 'a b': 'HIDDEN', [`x[$(${out})]`]: 'HIDDEN', '1a': 'HIDDEN', '': 'HIDDEN' },
    { sallyport_entries: 'HIDDEN', sallyport_entry: 'HIDDEN', sallyport_stuck: '-S', sallyport_other: 'HIDDEN' },
    { given: 'HIDDEN', name: 'HIDDEN', pid: 'HIDDEN', status: 'HIDDEN', signals: 'HIDDEN', woken: 'HIDDEN', at: '99' },
    { OLDPWD: 'HIDDEN', SHLVL: '999', _: 'HIDDEN', RANDOM: 'HIDDEN', BASHPID: '1', PPID: '1', UID: '0', EUID: '0' },
  ].map(env => ({ ...marked, ...env }))
}

/** Runs rounds of all attacks until there were enough attempts. */
export async function attackTickets(
  ground: TicketGround,
  { attempts, first = 0 }: { readonly attempts: number; readonly first?: number },
  onKind: (name: string, report: AttackReport) => void = () => {},
): Promise<AttackReport> {
  const total: AttackReport = { refused: 0, planned: 0, faults: [] }
  for (let round = first; total.refused + total.planned + total.faults.length < attempts; round += 1)
    for (const [name, attack] of Object.entries(attacks)) {
      const report: AttackReport = { refused: 0, planned: 0, faults: [] }
      await attack(ground, report, round)
      total.refused += report.refused
      total.planned += report.planned
      total.faults.push(...report.faults.map(fault => `${name}, round ${round}: ${fault}`))
      onKind(name, report)
      for (const left of readdirSync(`${ground.home}/outside`))
        if (left !== 'file') rmSync(`${ground.home}/outside/${left}`, { recursive: true })
    }
  return total
}
