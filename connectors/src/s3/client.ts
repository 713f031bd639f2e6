import { setTimeout as wait } from 'node:timers/promises'
import {
  type AccountVerdict,
  type ConnectorContext,
  type EgressInit,
  type EgressResponse,
  wasSent,
} from '@sluice/connector-kit'
import { Failure, toFailure } from '@sluice/contract'
import { readRetryAfter, toRefusal } from './failure.ts'
import type { Params } from './manifest.ts'
import { encodePart, sha256, signRequest } from './sign-request.ts'

/** Tries of one request, the first included; later ones are the business of the run. */
const TRIES = 4
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT'
  /** '' is the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly signal?: AbortSignal
  /** Statuses that are answers too. */
  readonly accepted?: readonly number[]
}

/** Signed requests to one bucket. Every request may be repeated: reads change nothing, and a key is written with one content. */
export class S3Client {
  readonly #params: Params
  readonly #context: ConnectorContext

  constructor(params: Params, context: ConnectorContext) {
    this.#params = params
    this.#context = context
    context.account?.meterRequests()
  }

  /** @throws Failure; its cause says `sent` when the last try or one before may have had an effect */
  async ask(request: S3Request): Promise<EgressResponse> {
    let maySent = false
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#askOnce(request).catch((error: unknown) => toFailure(error))
      if (!(answer instanceof Failure)) {
        const isGood = answer.status >= 200 && answer.status < 300
        if (isGood || request.accepted?.includes(answer.status)) return answer
      }
      const failure = answer instanceof Failure ? answer : toRefusal(answer)
      // 503 is said before anything is done.
      maySent ||= answer instanceof Failure ? wasSent(answer) : answer.status >= 500 && answer.status !== 503
      const mayHelp = failure.retry === 'later' && !failure.code.startsWith('account.')
      const isOver = tries === TRIES || !mayHelp || (request.signal?.aborted ?? false)
      if (isOver) throw new Failure({ ...failure.toDetail(), cause: makeCause(failure, maySent) })
      await this.#pause(tries, failure.retryAfterMs ?? 0, request.signal)
    }
  }

  async #askOnce({ method, key, query = {}, headers = {}, body, signal }: S3Request): Promise<EgressResponse> {
    const { region, access_key: accessKey, secret_key: secretKey } = this.#params
    const url = this.#locate(key, query)
    const bodyHash = sha256(body ?? '')
    const stamp = new Date(this.#context.now()).toISOString().replace(/[-:]|\.\d+/g, '')
    // What names the request is signed; proxies may touch the rest.
    const signed = { 'x-amz-content-sha256': bodyHash, 'x-amz-date': stamp }
    const signer = { accessKey, secretKey, region, service: 's3' }
    const authorization = signRequest({ method, url, headers: signed, bodyHash }, signer)
    const init: EgressInit = {
      method,
      headers: { ...headers, ...signed, authorization },
      skipTlsVerify: this.#params.skip_tls_verify ?? false,
      ...(body ? { body } : {}),
      ...(signal ? { signal } : {}),
    }
    const { egress, account } = this.#context
    const fetch = () => egress.fetch(url.href, init)
    return account ? account.run(fetch, signal, judge) : fetch()
  }

  #locate(key: string, query: Readonly<Record<string, string>>): URL {
    const { endpoint, bucket, path_style: isInPath } = this.#params
    const url = new URL(endpoint)
    if (!isInPath) url.hostname = `${bucket}.${url.hostname}`
    const path = key.split('/').map(encodePart).join('/')
    url.pathname = isInPath ? `/${bucket}${key === '' ? '' : `/${path}`}` : `/${path}`
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
      .join('&')
    return url
  }

  async #pause(tries: number, atLeastMs: number, signal?: AbortSignal): Promise<void> {
    const backoffMs = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + this.#context.random())
    const ms = Math.min(LONGEST_PAUSE_MS, Math.max(backoffMs, atLeastMs))
    const sleep = this.#context.sleep ?? ((pauseMs, stop) => wait(pauseMs, undefined, stop ? { signal: stop } : {}))
    // An abort ends the pause; the next try meets the signal.
    await sleep(ms, signal).catch(() => undefined)
  }
}

function judge({ status, headers }: EgressResponse): AccountVerdict {
  const pauseMs = readRetryAfter(headers)
  return { isUp: status < 500 && status !== 429, status, ...(pauseMs === undefined ? {} : { pauseMs }) }
}

const makeCause = (cause: Failure, sent: boolean): Error =>
  Object.assign(new Error('asking the store', { cause }), { sent })
