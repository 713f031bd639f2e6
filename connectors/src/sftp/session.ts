import { createHash } from 'node:crypto'
import type { ConnectorContext } from '@sluice/connector-kit'
import type { Failure } from '@sluice/contract'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import { badKey, broken, noSftp, silent, stopped, toSessionFailure, unknownKey, wrongKey } from './failure.ts'
import type { Params } from './manifest.ts'

const HANDSHAKE_MS = 15_000
const ANSWER_MS = 60_000

/** Answers of the protocol come as a last callback: an error, or what was asked for. */
type Done<Answer> = (error: Error | null | undefined, answer?: Answer) => void

/** One signed-in connection. Not made again by itself. */
export class Session {
  readonly fingerprint: string
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly #waiting = new Set<(error: unknown) => void>()
  #error: unknown = null

  private constructor(client: Client, sftp: SFTPWrapper, fingerprint: string) {
    this.#client = client
    this.#sftp = sftp
    this.fingerprint = fingerprint
    client.on('error', error => this.#fail(broken(error)))
    client.on('close', () => this.#fail(broken()))
    sftp.on('close', () => this.#fail(broken()))
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const { client, fingerprint } = await signIn(params, context)
    try {
      const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
        client.once('close', () => reject(broken()))
        client.sftp((error, opened) => (error ? reject(noSftp(error)) : resolve(opened)))
      })
      return new Session(client, sftp, fingerprint)
    } catch (error) {
      client.on('error', () => undefined).destroy()
      throw error
    }
  }

  get isBroken(): boolean {
    return this.#error !== null
  }

  /**
   * One operation. Silence for a minute ends the session; `onProgress` of the operation counts as an answer.
   * @throws the error of SFTP with its status, or a Failure of the session
   */
  ask<Answer>(
    work: (sftp: SFTPWrapper, done: Done<Answer>, onProgress: () => void) => void,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const error = this.#error ?? (signal?.aborted ? stopped() : null)
    if (error !== null) return Promise.reject(error)
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(silent()), ANSWER_MS)
      const onAbort = (): void => this.#fail(stopped())
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#waiting.delete(fail)
      }
      const fail = (reason: unknown): void => {
        end()
        reject(reason)
      }
      this.#waiting.add(fail)
      signal?.addEventListener('abort', onAbort, { once: true })
      const done: Done<Answer> = (refused, answer) => {
        end()
        // What a lost session says of each open operation is not what its server has said.
        if (refused) reject(this.#error ?? refused)
        else resolve(answer as Answer) // each operation says what it answers with
      }
      work(this.#sftp, done, () => void timer.refresh())
    })
  }

  #fail(error: unknown): void {
    this.#error ??= error
    this.#client.destroy()
    for (const fail of [...this.#waiting]) fail(this.#error)
  }

  async close(): Promise<void> {
    this.#fail(broken())
  }
}

/** @throws Failure */
async function signIn(
  params: Params,
  context: ConnectorContext,
): Promise<{ readonly client: Client; readonly fingerprint: string }> {
  const { Client: SshClient } = await loadDriver()
  const sock = await context.egress.dial(params.host, params.port, { timeoutMs: 10_000 })
  const client = new SshClient()
  let shown = ''
  let keyFailure: Failure | null = null
  const config: ConnectConfig = {
    ...readCredentials(params),
    sock,
    readyTimeout: HANDSHAKE_MS,
    keepaliveInterval: 20_000,
    hostVerifier: (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      const known = params.fingerprint?.replace(/=+$/, '') ?? ''
      keyFailure = known === '' ? unknownKey(shown) : known === shown ? null : wrongKey(shown)
      return keyFailure === null
    },
  }
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve).once('error', reject)
      client.once('close', () => reject(new Error('signing in: the line was closed')))
      // Asked in a dialogue, a server means the password all the same.
      client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
        answer(prompts.map(() => params.password ?? '')),
      )
      connect(client, config)
    })
    return { client: client.removeAllListeners('error').removeAllListeners('close'), fingerprint: shown }
  } catch (error) {
    client.on('error', () => undefined).destroy()
    sock.destroy()
    throw keyFailure ?? toSessionFailure(error, `${params.host}:${params.port}`)
  }
}

function connect(client: Client, config: ConnectConfig): void {
  try {
    client.connect(config)
  } catch (error) {
    throw config.privateKey === undefined ? error : badKey(error)
  }
}

const readCredentials = ({ username, password, private_key: key, passphrase }: Params): ConnectConfig =>
  key
    ? { username, privateKey: key.trim(), ...(passphrase ? { passphrase } : {}) }
    : { username, password: password ?? '', tryKeyboard: true }

/** The driver is CommonJS, and its names are found on the default export. */
async function loadDriver(): Promise<typeof import('ssh2')> {
  const loaded = await import('ssh2')
  return loaded.default ?? loaded
}
