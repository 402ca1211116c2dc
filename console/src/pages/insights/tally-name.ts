/** Parts of the gate that decide without a rule, in words. */
const parts: ReadonlyMap<string, string> = new Map([
  ['mode', 'no rule matched, so the mode asks'],
  ['floor', 'the floor: never allowed'],
  ['approval', 'the answer to a question'],
  ['boundary', 'outside the workspace'],
  ['input', 'a malformed call'],
  ['sandbox', 'the fence is missing'],
  ['journal', 'the journal cannot be written'],
])

/** `preset secrets` is the rule `secrets` of the preset; `mode` and the like are no rules. */
export const tallyName = (name: string): string => parts.get(name) ?? name
