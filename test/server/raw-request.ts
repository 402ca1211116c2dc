import { connect } from 'node:net'

/** The answer to raw bytes. */
export interface RawAnswer {
  /** Null if the server closed the connection without an answer. */
  readonly status: number | null
  readonly text: string
}

/** Sends bytes as they are and reads until the server closes the connection, or has been silent for a moment. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise(done => {
    const socket = connect({ host: '127.0.0.1', port })
    let text = ''
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      done({ status: status === undefined ? null : Number(status), text })
    }
    let timer = setTimeout(end, silenceMs)
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      text += part
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes)
  })
}

const silenceMs = 1_500

/** A request line, headers and a body as bytes. The length is added if there is a body and no header names it. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  const isNamed = headers.some(header => /^(content-length|transfer-encoding):/i.test(header))
  const length = body === '' || isNamed ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return `${[`${line} HTTP/1.1`, ...headers, ...length, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
}
