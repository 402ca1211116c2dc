import { isObject, own } from '../../../../src/core/json.ts'
import { readPlaygroundLine } from '../../../../src/explain/playground-line.ts'
import type { PlaygroundBody } from '../../../../src/server/tuning/shapes.ts'

export interface Choices {
  readonly text: string
  readonly cwd: string
  /** `''`: the policies in force. `edited`: with the text on top. Else a preset's name. */
  readonly policy: string
  readonly edited: string
}

/** The call that a person typed, as the server takes it; a message if it is not one, null if there is none. */
export function questionOf({ text, cwd, policy, edited }: Choices): PlaygroundBody | string | null {
  const line = readPlaygroundLine(text)
  const setting = {
    ...(cwd === '' ? {} : { cwd }),
    ...(policy === 'edited' ? { policy: edited } : policy === '' ? {} : { preset: policy }),
  }
  switch (line.kind) {
    case 'empty':
      return null
    case 'fault':
      return line.message
    // The terminal's playground has commands such as `:explain`. Here it is the shell's `:`.
    case 'command':
      return { command: text.trim(), ...setting }
    case 'call': {
      const { tool, input } = line.call
      if (tool === 'Bash' && isObject(input) && Object.keys(input).length === 1) {
        const command = own(input, 'command')
        if (typeof command === 'string') return { command, ...setting }
      }
      if (typeof tool !== 'string')
        return 'a call needs a `tool`, such as {"tool": "Read", "input": {"file_path": "x"}}'
      return { tool, input: isObject(input) ? input : {}, ...setting }
    }
  }
}
