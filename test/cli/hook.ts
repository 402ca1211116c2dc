import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { bundleCache, type Cli, startProcess } from './cli.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** A call as Claude Code sends it. By default it comes from `claude -p`, which cannot ask a person; with a `mode` from a terminal. */
export interface SentCall {
  readonly command: string
  readonly session?: string
  readonly mode?: string
  readonly agent?: string
  readonly cwd?: string
  readonly id?: string
  readonly description?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface HookAnswer {
  readonly decision: string
  readonly why: string
}

/** Runs the hook in its own process, as the client does. */
export async function callHook(cli: Cli, call: SentCall): Promise<HookAnswer> {
  bundled ??= bundleHook()
  const sent = {
    session_id: call.session ?? 's',
    cwd: call.cwd ?? cli.project,
    hook_event_name: 'PreToolUse',
    permission_mode: call.mode ?? 'default',
    tool_name: 'Bash',
    tool_input: { command: call.command, description: call.description ?? 'a step' },
    tool_use_id: call.id ?? `toolu_${randomUUID()}`,
    ...(call.agent === undefined ? {} : { agent_id: call.agent, agent_type: 'helper' }),
  }
  const { code, out, err } = await startProcess(
    [process.execPath, await bundled, 'claude-code'],
    { stdin: JSON.stringify(sent), env: { ...(call.mode === undefined ? headless : {}), ...call.env } },
    cli,
  )
  if (code !== 0) return { decision: `exit ${code}`, why: err }
  if (out === '') return { decision: 'silent', why: '' }
  const { permissionDecision: decision, permissionDecisionReason: why } = JSON.parse(out).hookSpecificOutput
  return { decision, why }
}

const headless = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }

let bundled: Promise<string> | null = null

/** Bundles once per test worker. */
async function bundleHook(): Promise<string> {
  const directory = join(bundleCache, `hook-${process.env['VITEST_POOL_ID'] ?? process.pid}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  await build({
    entryPoints: [join(root, 'src/adapters/hooks/answer-hook.ts')],
    outfile: join(directory, 'hook', 'bundle.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: 'const __bundleUrl="file://"+encodeURI(__filename);' },
    logLevel: 'error',
  })
  copyFileSync(join(root, 'src/adapters/hooks/launch.cjs'), join(directory, 'hook.cjs'))
  return join(directory, 'hook.cjs')
}
