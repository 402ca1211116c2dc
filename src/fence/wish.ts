import { type JsonObject, own } from '../core/json.ts'

/** The fence that a call asks for (R104). It may require one; asking for none is asking for more rights (C13). */
export type FenceWish = 'inherit' | 'restricted' | 'none'

export function fenceWish(input: JsonObject): FenceWish {
  const sandbox = own(input, 'sandbox')
  if (sandbox === 'restricted') return 'restricted'
  return sandbox === 'none' || own(input, 'dangerouslyDisableSandbox') === true ? 'none' : 'inherit'
}
