import { requestLine } from '../../../src/audit/request-line.ts'
import type { Card } from '../../../src/server/api.ts'

/** What a call would run or touch, on one line: its command, else its path, address or input, else its tool. */
export const inputLine = ({ command, details, tool }: Pick<Card, 'command' | 'details' | 'tool'>): string =>
  command ?? (Object.keys(details).length === 0 ? tool : requestLine(details))
