import { Failure, type ScriptLine, toFailure } from '@sluice/contract'
import type { AdapterInForce, ConnectionParameters } from '../../asset-store.ts'
import type { AccountVerdict, ConnectorContext } from '../../connector.ts'
import type { EgressInit, EgressResponse } from '../../egress.ts'
import { egressFailure } from '../../egress-failure.ts'
import { createAdapterAuthorization } from './adapter-auth.ts'
import { AdapterScript } from './adapter-script.ts'
import { judgeHealth } from './answer.ts'
import { readLargeAnswer } from './answer-json.ts'
import { type Authorization, type AuthTools, createAuthorization } from './http-auth.ts'
import type { HttpSettings } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { Secrets } from './secrets.ts'
import { sleepOf, Throttle } from './throttle.ts'

/** Tries of a request that may be repeated, the first included. */
const MAX_TRIES = 4
/** A far system may let two tokens in a row expire; a third one refused is no accident. */
const MAX_REFRESHES = 2
const FIRST_PAUSE_MS = 300
/** A longer wait is handed to the engine, which can let other work run meanwhile. */
const MAX_PAUSE_MS = 20_000

const PLAIN_HEADERS = /^(accept|accept-language|content-type|user-agent)$/i

/** Through what the requests of a client go. */
interface Adapted {
  readonly adapter: AdapterInForce
  readonly parameters: ConnectionParameters
}

/** Sends requests to one far system: signed in, throttled, and with its secrets kept out of every text. */
export class HttpClient {
  readonly settings: HttpSettings
  readonly context: ConnectorContext
  readonly secrets = new Secrets()
  /** What was sent last, with every header; for people who try an endpoint. */
  sent: HttpRequest | null = null
  /** Told of every exchange, signing in included; for the same people. */
  onExchange: ((request: HttpRequest, answer: EgressResponse | null, elapsedMs: number) => void) | null = null
  readonly #throttle: Throttle
  readonly #authorization: Authorization
  readonly #script: AdapterScript | null
  /** Told what the adapter's script writes, instead of the run's log; for people who try one. */
  onLog: ((line: ScriptLine) => void) | null = null

  constructor(settings: HttpSettings, context: ConnectorContext, adapted: Adapted | null = null) {
    this.settings = settings
    this.context = context
    const { maxConcurrent = 4, minIntervalMs = 0 } = settings
    // A fixed header may be a key under any name; what everybody knows (`application/json`) is no secret.
    for (const [name, value] of Object.entries(settings.headers)) if (!PLAIN_HEADERS.test(name)) this.secrets.add(value)
    this.#throttle = new Throttle({ maxConcurrent, minIntervalMs }, context)
    context.account?.meterRequests()
    const tools: AuthTools = {
      context,
      secrets: this.secrets,
      resolve: path => this.resolveUrl(path, true),
      exchange: (request, signal) => this.#exchange(request, signal),
      retry: (work, signal) => this.retry(work, signal),
    }
    const own = createAuthorization(settings.auth, tools)
    this.#script = adapted?.adapter.doc.kind === 'script' ? this.#openScript(adapted) : null
    this.#authorization = adapted
      ? createAdapterAuthorization(adapted.adapter, adapted.parameters, own, tools, this.#script)
      : own
  }

  #openScript({ adapter, parameters }: Adapted): AdapterScript {
    const { scripts, notes } = this.context
    if (!scripts)
      throw new Failure({
        code: 'script.source',
        message: 'Scripts of adapters cannot run here.',
        field: 'script.code',
      })
    return new AdapterScript({
      code: adapter.doc.script.code,
      runner: scripts,
      parameters,
      secrets: this.secrets,
      resolve: path => this.resolveUrl(path),
      send: async (request, isBare, signal) =>
        this.#exchange(isBare ? request : (await this.#authorization.sign(request, signal)).request, signal),
      log: line => (this.onLog ? this.onLog(line) : notes?.log(line)),
    })
  }

  /** What this client's requests are for; scripts are told. */
  usedFor(purpose: 'read' | 'write'): this {
    if (this.#script) this.#script.purpose = purpose
    return this
  }

  /** A path under the base URL. @throws Failure when it leads to another origin, which must not get our credentials */
  resolveUrl(path: string, isOtherOriginAllowed = false): URL {
    const url = resolveAddress(this.settings.baseUrl, path)
    if (url.origin !== new URL(this.settings.baseUrl).origin && !isOtherOriginAllowed)
      throw new Failure({
        code: 'params.invalid',
        message: `${url.origin} is not the address of this connector.`,
        advice: 'Use a path under the base URL, or another connector.',
        value: url.origin,
      })
    return url
  }

  /** Makes sure a token can be had, where one is needed. */
  signIn(signal?: AbortSignal): Promise<void> {
    return this.#authorization.signIn(signal)
  }

  /** Whether tokens are fetched, so that signing in is a step of its own. */
  get usesTokens(): boolean {
    return this.#authorization.usesTokens
  }

  /** One exchange. A refused token is replaced, at most twice; a refusal means the far system did nothing. */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<EgressResponse> {
    for (let refreshes = 0; ; refreshes++) {
      const { answer, forget } = await this.#sendSigned(request, signal)
      const isRefused = answer.status === 401 || this.#authorization.isRefused?.(answer) === true
      if (!isRefused || !this.usesTokens || refreshes === (this.#authorization.maxRefreshes ?? MAX_REFRESHES))
        return answer
      forget()
    }
  }

  async #sendSigned(request: HttpRequest, signal?: AbortSignal): Promise<{ answer: EgressResponse; forget(): void }> {
    const { request: signed, forget } = await this.#authorization.sign(request, signal).catch((error: unknown) => {
      // Whatever went wrong while signing in, this request was not sent.
      throw egressFailure({ ...toFailure(error).toDetail(), sent: false, cause: error })
    })
    const script = this.#script
    if (!script) return { answer: await readLargeAnswer(await this.#exchange(signed, signal)), forget }
    const changed = await script.change(signed, signal).catch((error: unknown) => {
      throw egressFailure({ ...toFailure(error).toDetail(), sent: false, cause: error })
    })
    const answer = await this.#exchange(changed, signal)
    return { answer: await readLargeAnswer(await this.#readBy(script, answer, signal)), forget }
  }

  /** The far system has answered: what goes wrong from here on leaves a write open. */
  async #readBy(script: AdapterScript, answer: EgressResponse, signal?: AbortSignal): Promise<EgressResponse> {
    try {
      const read = await script.read(answer, signal)
      const meaning = await script.classify(read, signal)
      return meaning ? { ...read, meaning } : read
    } catch (error) {
      throw egressFailure({ ...toFailure(error).toDetail(), sent: true, cause: error })
    }
  }

  async #exchange(request: HttpRequest, signal?: AbortSignal): Promise<EgressResponse> {
    const { timeoutMs, skipTlsVerify, headers } = this.settings
    const allHeaders = { accept: 'application/json', ...headers, ...request.headers }
    const sent = { ...request, headers: allHeaders }
    this.sent = sent
    const init: EgressInit = {
      method: request.method,
      headers: allHeaders,
      ...(request.body === null ? {} : { body: request.body }),
      ...(signal ? { signal } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(skipTlsVerify ? { skipTlsVerify } : {}),
    }
    const startMs = this.context.now()
    let answer: EgressResponse | null = null
    try {
      answer = await this.#throttle.run(
        () => this.#spend(() => this.context.egress.fetch(request.url.href, init), signal),
        signal,
      )
      return answer
    } finally {
      this.onExchange?.(sent, answer, this.context.now() - startMs)
    }
  }

  /** One request of the account's budget. What the account refuses has not been sent. */
  async #spend(work: () => Promise<EgressResponse>, signal?: AbortSignal): Promise<EgressResponse> {
    const { account } = this.context
    if (!account) return work()
    const judge = (answer: EgressResponse): AccountVerdict => judgeHealth(answer, this.context.now())
    return account.run(work, signal, judge).catch((error: unknown) => {
      if (!(error instanceof Failure && error.code.startsWith('account.'))) throw error
      throw egressFailure({ ...error.toDetail(), sent: false, cause: error })
    })
  }

  /** Repeats work whose failure may heal. For reads, and for writes the far system does only once. */
  async retry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Failure) || error.retry !== 'later' || signal?.aborted) throw error
        const pauseMs = this.pauseBefore(tries, error.retryAfterMs)
        if (tries === MAX_TRIES || pauseMs > MAX_PAUSE_MS) throw error
        this.context.notes?.tried(error.toDetail(), pauseMs)
        await this.pause(pauseMs, signal)
      }
    }
  }

  /** Doubling with jitter, and never less than the far system asked for. */
  pauseBefore(tries: number, retryAfterMs = 0): number {
    return Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.75 + this.context.random() / 2))
  }

  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    await sleepOf(this.context)(ms, signal).catch((cause: unknown) => {
      throw new Failure({
        code: 'egress.aborted',
        message: 'The wait for another try was stopped.',
        retry: 'later',
        cause,
      })
    })
  }

  /** The request as evidence: method, URL and body, without secrets. */
  describe(request: HttpRequest): string {
    const body = request.body === null ? '' : `\n${this.secrets.hideStart(request.body, 4000)}`
    return `${this.secrets.hide(`${request.method} ${request.url.href}`)}${body}`
  }
}

/** An absolute address, or a path under the base URL. @throws Failure `params.invalid` */
export function resolveAddress(baseUrl: string, path: string): URL {
  const base = baseUrl.replace(/\/+$/, '')
  if (/[?#]/.test(base))
    throw new Failure({
      code: 'params.invalid',
      message: `The base URL ${base.slice(0, 200)} has a query, and paths cannot be put behind it.`,
      field: 'base_url',
      value: base.slice(0, 200),
      advice: 'End it before the question mark; what follows belongs to the endpoint that is read.',
    })
  const text = /^https?:\/\//i.test(path) ? path : `${base}/${path.replace(/^\/+/, '')}`
  const url = URL.canParse(text) && URL.canParse(base) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new Failure({
    code: 'params.invalid',
    message: `${text.slice(0, 200)} is not an http or https address.`,
    field: 'base_url',
    advice: 'Write the address with http:// or https:// in front.',
  })
}
