import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { type ConnectorContext, signInAtMail } from '@sluice/connector-kit'
import type { Failure } from '@sluice/contract'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Mail } from './compose-mail.ts'
import { broken, toSessionFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const GREETING_MS = 15_000
const ANSWER_MS = 60_000

/** How one mail ended. */
export type Sent =
  | { readonly kind: 'taken'; readonly answer: string; readonly refused: readonly string[] }
  /** `isOpen`: the content was on its way, and nobody has answered. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly isOpen: boolean }

/** One signed-in connection. Not made again by itself. */
export class Session {
  readonly #connection: SMTPConnection
  #isBroken = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', () => {
      this.#isBroken = true
    })
    connection.on('end', () => {
      this.#isBroken = true
    })
  }

  /** @throws Failure */
  static open(params: Params, context: ConnectorContext): Promise<Session> {
    return signInAtMail(params, context, token => Session.#open(params, context, token))
  }

  static async #open(params: Params, context: ConnectorContext, token: string | null): Promise<Session> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
    const { host, port, security } = params
    const socket = await context.egress.dial(host, port, { timeoutMs: 10_000 })
    const connection = new Connection({
      connection: socket,
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'off',
      greetingTimeout: GREETING_MS,
      socketTimeout: ANSWER_MS,
      socketCloseTimeout: 0,
      tls: { rejectUnauthorized: params.skip_tls_verify !== true, ...(isIP(host) === 0 ? { servername: host } : {}) },
    })
    try {
      await settle(connection, done => connection.connect(done))
      const { username: user, password: pass } = params
      // The driver is given the token alone, so that it asks nobody for another.
      if (token !== null) {
        const oauth2 = new XOAuth2({ user: user ?? '', accessToken: token })
        await settle(connection, done => connection.login({ user: user ?? '', oauth2 }, done))
      } else if (user) await settle(connection, done => connection.login({ user, pass: pass ?? '' }, done))
      return new Session(connection)
    } catch (error) {
      connection.on('error', () => undefined).close()
      socket.destroy()
      throw toSessionFailure(error, `${host}:${port}`)
    }
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Hands one mail over. The content is asked for only when the server has taken sender and recipients. */
  async send(from: string, { recipients, bytes }: Mail, signal: AbortSignal): Promise<Sent> {
    let isOpen = false
    const content = new Readable({
      read() {
        isOpen = true
        this.push(bytes)
        this.push(null)
      },
    })
    const onAbort = (): void => this.#connection.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const envelope = { from, to: [...recipients], size: bytes.length }
      return await new Promise<Sent>(resolve => {
        const fail = (error: unknown): void => resolve({ kind: 'failed', error, isOpen })
        const onEnd = (): void => fail(broken())
        this.#connection.once('error', fail).once('end', onEnd)
        this.#connection.send(envelope, content, (error, info) => {
          this.#connection.off('error', fail).off('end', onEnd)
          if (error || !info) fail(error)
          else resolve({ kind: 'taken', answer: info.response, refused: info.rejected })
        })
      })
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** After a refusal: the next mail begins anew. */
  async reset(): Promise<void> {
    await settle(this.#connection, done => this.#connection.reset(done)).catch(() => this.close())
  }

  async close(): Promise<void> {
    this.#isBroken = true
    this.#connection.close()
  }
}

/** A step of the driver: its callback, or the error or end of the connection, whichever comes first. */
function settle(connection: SMTPConnection, step: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown): void => reject(error)
    const onEnd = (): void => reject(broken() satisfies Failure)
    connection.once('error', onError).once('end', onEnd)
    step(error => {
      connection.off('error', onError).off('end', onEnd)
      if (error) reject(error)
      else resolve()
    })
  })
}
