import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TargetSystem } from '../../approvals/blast-radius/measures.ts'
import type { Figure } from '../../approvals/blast-radius/radius-words.ts'
import type { Run } from '../../core/effect.ts'
import { wordText } from '../../core/word.ts'

/** The inputs that decide where a tool acts: its words, its variables and the home with its settings. */
export interface TargetContext {
  readonly run: Run
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** The place that a tool would act on, read from its settings without starting it; null if they do not say. */
export async function liveTarget(system: TargetSystem, context: TargetContext): Promise<Figure | null> {
  const found = await finders[system](context)
  return found === null ? null : { kind: 'target', ...found }
}

interface Target {
  readonly label: string
  readonly name: string
}

type FindTarget = (context: TargetContext) => Promise<Target | null>

const finders: Readonly<Record<TargetSystem, FindTarget>> = {
  kubernetes: async context => {
    const file = variable('KUBECONFIG', context)?.split(':')[0] ?? join(context.home, '.kube/config')
    const named = option(context, '--context', '--kube-context')
    const current = named ?? /^current-context:\s*["']?([^"'\s#]+)/m.exec(await text(file))?.[1] ?? null
    const namespace = option(context, '--namespace', '-n')
    return current === null
      ? null
      : { label: 'Kubernetes context', name: namespace === null ? current : `${current}, namespace ${namespace}` }
  },
  aws: async context => {
    const profile =
      option(context, '--profile') ?? variable('AWS_PROFILE', context) ?? variable('AWS_DEFAULT_PROFILE', context)
    const region = option(context, '--region') ?? variable('AWS_REGION', context)
    const name = profile ?? 'default'
    return { label: 'AWS profile', name: region === null ? name : `${name}, region ${region}` }
  },
  gcloud: async context => {
    const root = variable('CLOUDSDK_CONFIG', context) ?? join(context.home, '.config/gcloud')
    const active =
      variable('CLOUDSDK_ACTIVE_CONFIG_NAME', context) ??
      ((await text(join(root, 'active_config'))).trim() || 'default')
    const settings = await text(join(root, 'configurations', `config_${active}`))
    const project =
      option(context, '--project') ??
      variable('CLOUDSDK_CORE_PROJECT', context) ??
      /^project\s*=\s*(\S+)/m.exec(settings)?.[1] ??
      null
    return project === null ? null : { label: 'Google Cloud project', name: project }
  },
  azure: async context => {
    const named = option(context, '--subscription')
    const root = variable('AZURE_CONFIG_DIR', context) ?? join(context.home, '.azure')
    const name = named ?? defaultSubscription(await text(join(root, 'azureProfile.json')))
    return name === null ? null : { label: 'Azure subscription', name }
  },
  terraform: async context => {
    const cwd = wordText(context.run.cwd)
    const directory = option(context, '-chdir')
    const root = directory === null ? cwd : join(cwd, directory)
    const workspace =
      variable('TF_WORKSPACE', context) ?? ((await text(join(root, '.terraform/environment'))).trim() || 'default')
    return { label: 'Terraform workspace', name: workspace }
  },
  database: async context => {
    const words = context.run.args.map(wordText)
    const address = words.find(word => /^[a-z0-9+]+:\/\//i.test(word))
    const host =
      option(context, '--host', '-h') ?? (address === undefined ? null : hostOf(address)) ?? variable('PGHOST', context)
    return { label: 'database host', name: host ?? 'this machine' }
  },
}

/** The value of an option in any of its usual forms: `--x y`, `--x=y`, `-xy`. */
function option({ run }: TargetContext, ...names: readonly string[]): string | null {
  const words = run.args.map(wordText)
  for (const name of names) {
    const at = words.findIndex(word => word === name || word.startsWith(`${name}=`))
    const word = words[at]
    if (word === undefined) continue
    return word === name ? (words[at + 1] ?? null) : word.slice(name.length + 1)
  }
  return null
}

/** A variable of the command itself, or of the environment. */
const variable = (name: string, { run, env }: TargetContext): string | null => {
  const own = run.env.find(entry => entry.name === name)
  return own === undefined ? (env[name] ?? null) : wordText(own.value)
}

/** The host of an address, without the user and password in it. */
function hostOf(address: string): string | null {
  try {
    return new URL(address).host || null
  } catch {
    return null
  }
}

function defaultSubscription(json: string): string | null {
  try {
    const { subscriptions = [] } = JSON.parse(json.replace(/^\uFEFF/, '')) as {
      subscriptions?: readonly { readonly name?: string; readonly isDefault?: boolean }[]
    }
    return subscriptions.find(({ isDefault }) => isDefault === true)?.name ?? null
  } catch {
    return null
  }
}

const text = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
