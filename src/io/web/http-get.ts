import type { IncomingMessage } from 'node:http'

export interface HttpGet {
  readonly url: URL
  /** The address to connect to. The name is not looked up again, so a second answer has no influence. */
  readonly address: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface HttpAnswer {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly body: Buffer
  /** Whether the body is longer than the limit. */
  readonly isCut: boolean
}

/** One GET request to one address, without redirects, proxies and cookies. Rejects if the connection fails. */
export async function httpGet({ url, address, maxBytes, signal, headers = {} }: HttpGet): Promise<HttpAnswer> {
  const isTls = url.protocol === 'https:'
  const { request } = isTls ? await import('node:https') : await import('node:http')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: address,
        port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          accept: '*/*',
          'accept-encoding': 'identity',
          'user-agent': 'sallyport',
          ...headers,
        },
        // The certificate must be that of the name, not of the address.
        ...(isTls && name !== address ? { servername: name } : {}),
        agent: false,
        signal,
      },
      response => void readAnswer(response, maxBytes).then(resolve, reject),
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) break
  }
  return {
    status: response.statusCode ?? 0,
    location: response.headers.location ?? null,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(parts).subarray(0, maxBytes),
    isCut: bytes > maxBytes,
  }
}
