import { fail, ok, type Result } from '../../core/fault.ts'
import type { SdkModel } from '../../runtime/agent/ai-sdk-model.ts'

/** A provider of models: its package, the variable with its key, and how it makes a model. */
interface Provider {
  readonly package: string
  readonly key: string
  readonly baseUrl: string | null
  load(setting: ProviderSetting): Promise<SdkModel>
}

interface ProviderSetting {
  readonly name: string
  readonly apiKey: string | undefined
  readonly baseURL: string | null
}

const openAi = async ({ name, apiKey, baseURL }: ProviderSetting): Promise<SdkModel> => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const url = baseURL ?? 'https://api.openai.com/v1'
  return createOpenAICompatible({
    name: 'openai',
    baseURL: url,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  })(name)
}

const providers: ReadonlyMap<string, Provider> = new Map([
  [
    'anthropic',
    {
      package: '@ai-sdk/anthropic',
      key: 'ANTHROPIC_API_KEY',
      baseUrl: null,
      load: async ({ name, apiKey, baseURL }: ProviderSetting) => {
        const { createAnthropic } = await import('@ai-sdk/anthropic')
        return createAnthropic({
          ...(baseURL === null ? {} : { baseURL }),
          // Without a key of its own the package would look for other credentials.
          apiKey: apiKey ?? 'none',
        })(name)
      },
    },
  ],
  ['openai', { package: '@ai-sdk/openai-compatible', key: 'OPENAI_API_KEY', baseUrl: null, load: openAi }],
  ['openai-compatible', { package: '@ai-sdk/openai-compatible', key: 'OPENAI_API_KEY', baseUrl: 'URL', load: openAi }],
])

export const modelHelp = '`anthropic:NAME`, `openai:NAME` or `openai-compatible:NAME` with --base-url URL'

export interface ModelChoice {
  /** `anthropic:claude-sonnet-5` */
  readonly model: string
  readonly baseUrl: string | undefined
  readonly env: NodeJS.ProcessEnv
}

/** Opens the model that the person chose. The faults say what to install, to set or to write. */
export async function openModel({ model, baseUrl, env }: ModelChoice): Promise<Result<SdkModel>> {
  const [, provider = '', name = ''] = /^([^:]*):(.+)$/s.exec(model) ?? []
  const found = providers.get(provider)
  if (found === undefined || name === '') return fail('validation', `unknown model \`${model}\`; write ${modelHelp}`)
  if (found.baseUrl !== null && baseUrl === undefined)
    return fail('validation', `\`${provider}\` needs the address of its server: --base-url http://localhost:11434/v1`)
  const apiKey = env[found.key]
  if ((apiKey === undefined || apiKey === '') && baseUrl === undefined)
    return fail('config_error', `set the variable \`${found.key}\` to your key for \`${provider}\``)
  try {
    // Its warnings would appear in the middle of the view.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
    await import('ai')
    return ok(await found.load({ name, apiKey: apiKey === '' ? undefined : apiKey, baseURL: baseUrl ?? null }))
  } catch (thrown) {
    if (!isMissingPackage(thrown)) throw thrown
    return fail('config_error', `agents need two more packages; install them with \`${installCommand(found.package)}\``)
  }
}

export const installCommand = (name: string): string => `npm install -g ai ${name}`

const isMissingPackage = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND'
