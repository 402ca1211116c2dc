import type { CodeReader } from './reading.ts'

export const readJavaScript: CodeReader = () => ({ effects: [], opaque: 'javascript code' })
