import type { IncomingMessage } from 'node:http'

/** The body of a request as text. Its length was checked before, and Node reads no more than that. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
