import type { CodeReader } from './reading.ts'

export const readPython: CodeReader = () => ({ effects: [], opaque: 'python code' })
