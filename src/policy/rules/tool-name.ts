import { matchWildcard } from '../../core/glob.ts'

/** The names by which rules mean a tool: a rule for `bash` also decides about `sandbox` with the same command (R220). */
export const namesInRules = (tool: string): readonly string[] => (tool === 'sandbox' ? [tool, 'bash'] : [tool])

export const matchesTool = (patterns: readonly string[], tool: string): boolean =>
  namesInRules(tool).some(name => patterns.some(pattern => matchWildcard(pattern, name)))
