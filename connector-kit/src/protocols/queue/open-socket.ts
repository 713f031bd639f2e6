import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Failure } from '@sluice/contract'
import { watchCertificate } from '../../certificate.ts'
import type { Egress } from '../../egress.ts'
import { mapNetworkError } from '../../egress-failure.ts'
import type { BrokerParams } from './server-params.ts'

const TIMEOUT_MS = 10_000

/** A socket of the egress to a broker, encrypted where the parameters say so. @throws Failure `egress.*` */
export async function openSocket(egress: Egress, params: BrokerParams, signal?: AbortSignal): Promise<Socket> {
  const socket = await egress.dial(params.host, params.port, { timeoutMs: TIMEOUT_MS, ...(signal ? { signal } : {}) })
  return (params.tls ?? 'off') === 'off' ? socket : encrypt(socket, params)
}

/** What a server's certificate is checked by. */
export type TlsParams = Pick<BrokerParams, 'host' | 'port' | 'tls' | 'ca'>

/** How `node:tls` is told so. */
export const tlsOptionsOf = ({ host, tls, ca }: TlsParams) => ({
  ...(isIP(host) === 0 ? { servername: host } : {}),
  host,
  rejectUnauthorized: tls === 'verify',
  ...(ca ? { ca } : {}),
})

/** Begins the handshake and does not wait for it: some servers answer only behind a command on another line. */
export const beginTls = (socket: Socket, params: TlsParams, session?: Buffer): TLSSocket =>
  watchCertificate(connectTls({ socket, ...tlsOptionsOf(params), ...(session ? { session } : {}) }))

/** The same line, encrypted. @throws Failure `egress.tls` */
export function encrypt(socket: Socket, params: TlsParams): Promise<Socket> {
  const where = `${params.host}:${params.port}`
  return new Promise((resolve, reject) => {
    const secure = beginTls(socket, params)
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      secure.destroy()
      socket.destroy()
      reject(error instanceof Failure ? error : mapTlsError(error, where))
    }
    const timer = setTimeout(() => fail(noTls(where)), TIMEOUT_MS)
    secure.once('error', fail)
    secure.once('close', () => fail(noTls(where)))
    secure.once('secureConnect', () => {
      clearTimeout(timer)
      secure.removeAllListeners('error').removeAllListeners('close')
      resolve(secure)
    })
  })
}

/** Whatever goes wrong before the handshake ends is about TLS: the port itself answers. */
function mapTlsError(error: unknown, where: string): Failure {
  const failure = mapNetworkError(error, { where, sent: false })
  return failure.code === 'egress.tls' ? failure : noTls(where, error)
}

const noTls = (where: string, cause?: unknown): Failure =>
  new Failure({
    code: 'egress.tls',
    message: `${where} does not speak TLS.`,
    advice: 'Use the port for encrypted connections, or set encryption to off.',
    cause,
  })
