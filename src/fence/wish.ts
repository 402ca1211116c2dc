import { type JsonObject, own } from '../core/json.ts'

/** What a call that starts a command says about the fence (R104). It can force it; to be without it is to ask for more rights (C13). */
export type FenceWish = 'inherit' | 'restricted' | 'none'

export function fenceWish(input: JsonObject): FenceWish {
  const sandbox = own(input, 'sandbox')
  if (sandbox === 'restricted') return 'restricted'
  return sandbox === 'none' || own(input, 'dangerouslyDisableSandbox') === true ? 'none' : 'inherit'
}
