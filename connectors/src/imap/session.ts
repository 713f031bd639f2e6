import type { Socket } from 'node:net'
import { type ConnectorContext, signInAtMail } from '@sluice/connector-kit'
import { beginTls, encrypt, type TlsParams } from '@sluice/connector-kit/queue'
import { Failure } from '@sluice/contract'
import type { ImapFlow, ImapFlowOptions, ImapTransport, ListResponse, MailboxObject } from 'imapflow'
import { broken, isRefusal, noFolder, stopped, tooLarge, toRefusal, toSignInFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const DIAL_MS = 10_000
const GREETING_MS = 10_000
/** Silence of a server in the middle of an answer. */
const ANSWER_MS = 60_000
const MIB = 1024 * 1024

/** One signed-in session over a line that the egress dialled. Not made again by itself. */
export class Session {
  readonly #client: ImapFlow
  readonly #socket: Socket
  #error: Failure | null = null

  private constructor(client: ImapFlow, socket: Socket) {
    this.#client = client
    this.#socket = socket
    // What it says is said again by the command that waits, or by the next one.
    client.on('error', () => undefined)
  }

  /** @throws Failure */
  static open(params: Params, context: ConnectorContext, signal?: AbortSignal): Promise<Session> {
    return signInAtMail(params, context, token => Session.#open(params, context, token, signal), signal)
  }

  static async #open(
    params: Params,
    context: ConnectorContext,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    const { ImapFlow: Client } = await import('imapflow')
    const { host, port, security } = params
    const socket = await context.egress.dial(host, port, { timeoutMs: DIAL_MS, ...(signal ? { signal } : {}) })
    const line = security === 'tls' ? await encryptUntil(socket, params, signal) : socket
    const session = new Session(new Client(planClient(params, line, token)), socket)
    try {
      await session.#race(client => client.connect(), signal)
      return session
    } catch (error) {
      const failure = toSignInFailure(error, `${host}:${port}`)
      await session.close()
      throw failure
    }
  }

  /** Folders that hold mails. @throws Failure */
  async listFolders(): Promise<ListResponse[]> {
    const folders = await this.ask(client => client.list())
    return folders.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
  }

  /** Opens a folder without the right to change it. @throws Failure `resource.missing` */
  async openFolder(path: string, signal?: AbortSignal): Promise<MailboxObject> {
    return this.ask(async client => {
      try {
        return await client.mailboxOpen(path, { readOnly: true })
      } catch (error) {
        if (!isRefusal(error)) throw error
        throw noFolder(path, error)
      }
    }, signal)
  }

  /** One operation. @throws Failure */
  async ask<Answer>(work: (client: ImapFlow) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    if (this.#error) throw this.#error
    try {
      return await this.#race(work, signal)
    } catch (error) {
      if (this.#error) throw this.#error
      if (error instanceof Failure) throw error
      if (isRefusal(error) && this.#client.usable) throw toRefusal(error)
      this.end(isTooLarge(error) ? tooLarge(error) : broken(error))
      throw this.#error ?? error
    }
  }

  /** Nothing more goes over it. */
  end(reason: Failure): void {
    this.#error ??= reason
    this.#client.close()
  }

  async close(): Promise<void> {
    this.end(broken())
    this.#socket.destroy()
  }

  /** The driver does not know of signals: who stops, ends the session. */
  async #race<Answer>(work: (client: ImapFlow) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) throw stopped()
    let onAbort = (): void => undefined
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        this.end(stopped())
        reject(stopped())
      }
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([work(this.#client), aborted])
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Line|Literal|Response)TooLarge$|^TooMany/.test(String(error.code))

const tlsOf = ({ host, port, ca, skip_tls_verify: isUnchecked }: Params): TlsParams => ({
  host,
  port,
  tls: isUnchecked ? 'require' : 'verify',
  ca: ca ?? null,
})

/** @throws Failure, `egress.aborted` when it was stopped */
async function encryptUntil(socket: Socket, params: Params, signal?: AbortSignal): Promise<Socket> {
  const onAbort = (): void => void socket.destroy()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await encrypt(socket, tlsOf(params))
  } catch (error) {
    throw signal?.aborted ? stopped() : error
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The driver works on a line that is there already; STARTTLS begins when the server has agreed. */
const makeTransport = (line: Socket, params: Params): ImapTransport => ({
  connect: (_, onConnect) => {
    setImmediate(onConnect)
    return line
  },
  upgrade: (_, __, onSecure) => beginTls(line, tlsOf(params)).once('secureConnect', onSecure),
})

function planClient(params: Params, line: Socket, token: string | null): ImapFlowOptions {
  const { host, port, security, username, password } = params
  return {
    host,
    port,
    transport: makeTransport(line, params),
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    auth: token === null ? { user: username, pass: password ?? '' } : { user: username, accessToken: token },
    // Some services let nobody read before they know the name of the program.
    clientInfo: { name: 'Sluice', version: '1.0', vendor: 'Sluice' },
    logger: false,
    disableAutoIdle: true,
    // A small answer may unfold into a huge one.
    disableCompression: true,
    connectionTimeout: DIAL_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: ANSWER_MS,
    maxLineLength: 64 * MIB,
    maxLiteralSize: 16 * MIB,
    maxResponseSize: 64 * MIB,
  }
}
