import type { ConnectorContext } from '@sluice/connector-kit'
import { beginTls, encrypt, tlsOptionsOf } from '@sluice/connector-kit/queue'
import { Failure } from '@sluice/contract'
import type { Client, FTPContext, FTPResponse } from 'basic-ftp'
import { broken, codeOf, endless, noSize, stopped, toSignInFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { readListing } from './read-listing.ts'

/** Silence of a server, on either of its lines. */
const ANSWER_MS = 60_000
const DIAL_MS = 10_000
/** Signing in, whatever the server says meanwhile. */
const SIGN_IN_MS = 90_000
/** Of all answers to one operation, and of a list: some 10,000 names. Servers that say more never end. */
const ANSWER_BYTES = 1024 * 1024
const LIST_BYTES = 64 * 1024 * 1024
const LOOK_MS = 200

/** One signed-in session. Both its lines are dialled by the egress. Not made again by itself. */
export class Session {
  readonly #client: Client
  readonly #context: ConnectorContext
  readonly #params: Params
  #error: Failure | null = null
  #received = 0

  private constructor(client: Client, params: Params, context: ConnectorContext) {
    this.#client = client
    this.#params = params
    this.#context = context
    client.prepareTransfer = ftp => this.#openDataLine(ftp)
    const parse = client.parseList
    client.parseList = text => readListing(text, parse)
    const list = client.list.bind(client)
    client.list = path => {
      // The driver keeps a list in memory until it is whole.
      const look = (): void => {
        if ((client.ftp.dataSocket?.bytesRead ?? 0) > LIST_BYTES) this.end(endless())
      }
      const timer = setInterval(look, LOOK_MS)
      return list(path).finally(() => clearInterval(timer))
    }
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const { Client: FtpClient } = await import('basic-ftp')
    const { host, port, tls, implicit } = params
    const isEncrypted = tls === 'require' || tls === 'verify'
    const socket = await context.egress.dial(host, port, { timeoutMs: DIAL_MS })
    const client = new FtpClient(ANSWER_MS)
    const session = new Session(client, params, context)
    const timer = setTimeout(() => session.end(endless()), SIGN_IN_MS)
    try {
      client.ftp.socket = isEncrypted && implicit ? await encrypt(socket, params) : socket
      session.#count()
      if (isEncrypted) client.ftp.tlsOptions = tlsOptionsOf(params)
      await readGreeting(client.ftp)
      if (isEncrypted && !implicit) {
        // biome-ignore lint/correctness/useHookAtTopLevel: a name of the driver, no hook
        await client.useTLS(tlsOptionsOf(params))
        session.#count()
      }
      await client.login(params.username, params.password ?? '')
      // biome-ignore lint/correctness/useHookAtTopLevel: a name of the driver, no hook
      await client.useDefaultSettings()
      return session
    } catch (error) {
      client.close()
      socket.destroy()
      throw toSignInFailure(session.#error ?? error, params)
    } finally {
      clearTimeout(timer)
    }
  }

  get isBroken(): boolean {
    return this.#error !== null || this.#client.closed
  }

  get isEncrypted(): boolean {
    return this.#client.ftp.hasTLS
  }

  /** One operation. @throws the refusal of the server with its code, or a Failure of the session */
  async ask<Answer>(work: (client: Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    if (this.#error) throw this.#error
    if (signal?.aborted) throw stopped()
    const onAbort = (): void => this.end(stopped())
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#received = 0
    try {
      return await work(this.#client)
    } catch (error) {
      // What a lost session says of its operation is not what its server has said.
      if (this.#error) throw this.#error
      if (codeOf(error) !== null && !this.#client.closed) throw error
      this.end(error instanceof Failure ? error : broken(error))
      throw this.#error ?? error
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** What the server says without an end is kept by the driver until it ends. */
  #count(): void {
    this.#client.ftp.socket.on('data', (chunk: Buffer | string) => {
      this.#received += chunk.length
      if (this.#received > ANSWER_BYTES) this.end(endless())
    })
  }

  /** Nothing more goes over it. */
  end(reason: Failure): void {
    this.#error ??= reason
    this.#client.close()
  }

  async close(): Promise<void> {
    this.end(broken())
  }

  /**
   * The line for a list or a file. Only the port is taken from the answer: an address in it could name anything, and the
   * server itself is the one that was allowed.
   */
  async #openDataLine(ftp: FTPContext): Promise<FTPResponse> {
    const answer = await enterPassive(ftp)
    const port = readPort(answer.message)
    if (port === null) throw noSize(answer.message)
    const socket = await this.#context.egress.dial(this.#params.host, port, { timeoutMs: DIAL_MS })
    if (!ftp.hasTLS) ftp.dataSocket = socket
    else {
      // Servers want the session of the other line, so that nobody else can be first at the port.
      const line = ftp.socket as ReturnType<typeof beginTls> // hasTLS says so
      const secure = beginTls(socket, this.#params, ftp.tlsSessionStore ?? line.getSession())
      secure.on('session', ticket => {
        ftp.tlsSessionStore = ticket
      })
      ftp.dataSocket = secure
    }
    return answer
  }
}

async function enterPassive(ftp: FTPContext): Promise<FTPResponse> {
  try {
    return await ftp.request('EPSV')
  } catch (error) {
    if (codeOf(error) === null) throw error
    return ftp.request('PASV')
  }
}

/** `(|||6446|)` or `(192,168,1,100,10,229)` */
function readPort(message: string): number | null {
  const extended = /\(([|!])\1\1(\d{1,5})\1\)/.exec(message)?.[2]
  const [, high, low] = /(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(message) ?? []
  const port = extended ? Number(extended) : Number(high) * 256 + Number(low)
  return port > 0 && port < 65_536 ? port : null
}

/** The first words of a server, before anything is asked. */
async function readGreeting(ftp: FTPContext): Promise<void> {
  await ftp.handle(undefined, (answer, task) => {
    if (answer instanceof Error) task.reject(answer)
    else if (answer.code >= 200 && answer.code < 300) task.resolve(answer)
    else if (answer.code >= 300) task.reject(Object.assign(new Error(answer.message), { code: answer.code }))
  })
}
