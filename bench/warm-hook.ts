import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hookCommand } from '../src/adapters/install/hook-command.ts'
import { makeSnapshot } from '../src/io/hook/hook-snapshot.ts'
import { openHookServer } from '../src/server/hooks/open-hook-server.ts'

/** Measures a hook that asks a running server against one that decides itself, and against a process that does nothing, in one run. */
const rounds = 41

/** Runs until its standard input is closed: the kernel closes it when the measuring process ends, for any reason. */
async function serve(home: string): Promise<void> {
  const server = await openHookServer({ env: { ...process.env, HOME: home }, dist: resolve('dist') })
  console.log(server.socketFault ?? 'ready')
  process.stdin.resume().once('end', () => process.exit())
}

async function measure(place: string): Promise<void> {
  const { execPath: node } = process
  const homes = { cold: join(place, 'cold'), warm: join(place, 'warm') }
  for (const one of Object.values(homes)) mkdirSync(one)
  const snapshot = join(place, 'hook.blob')
  const made = makeSnapshot({ node, script: resolve('dist/hook/snapshot.cjs'), path: snapshot })
  if (!made.ok) throw new Error(`the snapshot could not be built: ${made.faults[0].message}`)
  const [, script = ''] = process.argv
  const server = spawn(node, [script, 'server', homes.warm], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = await new Promise<string>(done => {
    server.stdout.once('data', (text: Buffer) => done(text.toString().trim()))
    server.once('exit', code => done(`the server ended with ${code}`))
  })
  if (said !== 'ready') throw new Error(said)

  const line = (snapshot: string | null) =>
    hookCommand('claude-code', { node, launcher: resolve('dist/hook.cjs'), snapshot, timeout: null })
  const floor = 'node -e 0'
  const programs: readonly (readonly [name: string, line: string, home: string])[] = [
    [floor, `${node} -e 0`, homes.cold],
    ['cold hook', line(snapshot), homes.cold],
    ['warm hook', line(snapshot), homes.warm],
    ['cold hook without its snapshot', line(null), homes.cold],
    ['warm hook without its snapshot', line(null), homes.warm],
  ]
  const commands = { 'git status': 'git status', 'a long pipeline': longCommand }
  for (const [title, command] of Object.entries(commands)) {
    const times = new Map<string, number[]>(programs.map(([name]) => [name, []]))
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, line, home] of [...programs].sort(() => Math.random() - 0.5)) {
        const took = timeOf(line, home, sentCall(command, place))
        // The first round only fills the file system caches.
        if (round > 0) times.get(name)?.push(took)
      }
    const middle = (name: string) => median(times.get(name) ?? [])
    console.log(`\n${title}, median of ${rounds} runs`)
    for (const [name] of programs)
      console.log(
        `${name.padEnd(34)}${middle(name).toFixed(1).padStart(7)} ms ${(middle(name) / middle(floor)).toFixed(2)} ×`,
      )
  }
  server.kill()
}

function timeOf(line: string, home: string, input: string): number {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync('/bin/sh', ['-c', line], { env, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

const sentCall = (command: string, cwd: string): string =>
  JSON.stringify({
    session_id: 'bench',
    cwd,
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'bench',
  })

/** Needs programs and readers that a cold hook loads for each call. */
const longCommand = `cd src && rg -n TODO . | sort | uniq -c | awk '{ print $2 }' | head -20 > out.txt; python3 -c 'print(1)'; docker ps; kubectl get pods; terraform plan`

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const [role = '', home = ''] = process.argv.slice(2)
if (role === 'server') await serve(home)
else {
  const place = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  try {
    await measure(place)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
