import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StaticFiles } from './static-files.ts'

/** Sends a file of the console. Every other path is a page of the console, which has one document for all of them. */
export function sendPage(files: StaticFiles, path: string, { incoming, outgoing }: Exchange): void {
  const isAsset = path.startsWith('/assets/')
  const file = files.get(path) ?? (isAsset ? undefined : files.get('/index.html'))
  if (file === undefined) {
    outgoing.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('not found\n')
    return
  }
  outgoing.writeHead(200, {
    'content-type': file.type,
    'content-length': file.bytes.length,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : file.bytes)
}

/** One request and its answer. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}
