import { request as requestHttp } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { watchCertificate } from '../../certificate.ts'
import type { Egress } from '../../egress.ts'
import { mapNetworkError } from '../../egress-failure.ts'
import { tooLarge } from '../../response-body.ts'

const MAX_ANSWER_BYTES = 1024 * 1024

export interface ContinuedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Of the whole exchange. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly skipTlsVerify?: boolean
}

export interface ContinuedAnswer {
  readonly status: number
  /** Where the server sends the request to; null when it answered itself. */
  readonly location: string | null
  readonly text: string
  /** Whether the body went out: a server that redirects has not asked for it. */
  readonly sent: boolean
}

/**
 * One request over a socket of the egress whose body goes out only when the server asks for it (`Expect: 100-continue`,
 * RFC 9110 10.1.1). Follows no redirect. @throws Failure as `Egress.fetch`; `wasSent` tells whether the body went out
 */
export async function sendAfterContinue(egress: Egress, asked: ContinuedRequest): Promise<ContinuedAnswer> {
  const { url } = asked
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isSecure ? 443 : 80))
  const { signal, timeoutMs } = asked
  const socket = await egress.dial(host, port, {
    timeoutMs: Math.min(timeoutMs, 10_000),
    ...(signal ? { signal } : {}),
  })
  const state = { sent: false }
  const cut = (): void => void socket.destroy(new Error('calling out: aborted'))
  const timer = setTimeout(() => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeoutMs)
  signal?.addEventListener('abort', cut, { once: true })
  try {
    return await exchange(isSecure ? secure(socket, host, asked.skipTlsVerify ?? false) : socket, asked, state)
  } catch (error) {
    throw mapNetworkError(error, { where: `${host}:${port}`, sent: state.sent })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cut)
    socket.destroy()
  }
}

const secure = (socket: Socket, host: string, skipVerify: boolean): Socket =>
  watchCertificate(
    connectTls({ socket, host, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: !skipVerify }),
  )

function exchange(socket: Socket, asked: ContinuedRequest, state: { sent: boolean }): Promise<ContinuedAnswer> {
  return new Promise((resolve, reject) => {
    const request = requestHttp({
      method: asked.method,
      path: asked.url.pathname + asked.url.search,
      headers: {
        ...asked.headers,
        host: asked.url.host,
        'content-length': String(asked.body.length),
        expect: '100-continue',
        connection: 'close',
      },
      createConnection: () => socket,
    })
    request.once('continue', () => {
      state.sent = true
      request.end(asked.body)
    })
    request.once('error', reject)
    request.once('response', response => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk)
        else socket.destroy(tooLarge({ where: asked.url.host, maxBytes: MAX_ANSWER_BYTES }))
      })
      response.once('error', reject)
      response.once('close', () => {
        if (!response.complete) return reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))
        const { statusCode = 0, headers } = response
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: statusCode, location: headers.location ?? null, text, sent: state.sent })
      })
    })
    request.flushHeaders()
  })
}
