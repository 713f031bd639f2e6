import type { ConnectorContext } from '@sluice/connector-kit'
import { type ContinuedAnswer, sendAfterContinue } from '@sluice/connector-kit/http'
import { Failure, parseJson } from '@sluice/contract'
import { z } from 'zod'
import { refuseAnswer, refuseLoad } from './failure.ts'
import type { Params } from './manifest.ts'

const TIMEOUT_MS = 300_000
const MAX_HOPS = 2
const DEFAULT_PORT = 8030

/** What becomes of one load, in the words of its label. */
export type LoadState =
  /** Its rows are there. */
  | { readonly kind: 'done'; readonly response: string }
  /** Nothing of it is there: its rows were refused, and the server says why. */
  | { readonly kind: 'refused'; readonly reason: string; readonly errorUrl: string | null }
  /** Nobody knows yet. */
  | { readonly kind: 'open'; readonly response: string }

export interface Load {
  readonly table: string
  readonly label: string
  readonly columns: readonly string[]
  /** One JSON object a line. */
  readonly body: Uint8Array
  readonly isDelete: boolean
  /** Columns that are not given keep what they hold. */
  readonly isPartial: boolean
}

const Answer = z.object({
  Status: z.string(),
  Message: z.string().nullish(),
  ExistingJobStatus: z.string().nullish(),
  ErrorURL: z.string().nullish(),
  NumberFilteredRows: z.number().nullish(),
})
const State = z.object({ data: z.string().nullish(), state: z.string().nullish() })

/** Rows by HTTP: an FE says which BE takes them, the BE answers when they are there. */
export class StreamLoad {
  readonly #params: Params
  readonly #context: ConnectorContext
  readonly #base: string

  constructor(params: Params, context: ConnectorContext) {
    this.#params = params
    this.#context = context
    const host = params.host.includes(':') ? `[${params.host}]` : params.host
    this.#base = (params.load_url ?? `http://${host}:${DEFAULT_PORT}`).replace(/\/$/, '')
  }

  /** @throws Failure about the whole load; `wasSent` tells whether rows may have arrived */
  async load({ table, label, columns, body, isDelete, isPartial }: Load, signal: AbortSignal): Promise<LoadState> {
    const path = `/api/${encodeURIComponent(this.#params.database)}/${encodeURIComponent(table)}/_stream_load`
    const answer = await this.#put(path, body, signal, {
      label,
      format: 'json',
      read_json_by_line: 'true',
      // Numerals stay the digits they are.
      num_as_string: 'true',
      fuzzy_parse: 'false',
      strict_mode: 'true',
      max_filter_ratio: '0',
      timezone: '+00:00',
      timeout: String(TIMEOUT_MS / 1000),
      columns: columns.map(name => `\`${name}\``).join(','),
      jsonpaths: JSON.stringify(columns.map(name => `$.${toPathPart(name)}`)),
      merge_type: isDelete ? 'DELETE' : 'APPEND',
      ...(isPartial ? { partial_columns: 'true' } : {}),
    })
    return judge(readAnswer(answer), answer)
  }

  /** What became of a label: `null` where the server knows none of this name. @throws Failure */
  async ask(label: string, signal: AbortSignal): Promise<LoadState | null> {
    const url = `${this.#base}/api/${encodeURIComponent(this.#params.database)}/get_load_state?label=${encodeURIComponent(label)}`
    const answer = await this.#context.egress.fetch(url, {
      headers: { authorization: this.#authorization() },
      signal,
      timeoutMs: 10_000,
      skipTlsVerify: this.#params.skip_tls_verify ?? false,
    })
    if (answer.status !== 200) throw refuseAnswer(answer.status, answer.text())
    const parsed = State.safeParse(tryJson(answer.text())).data
    const state = (parsed?.data ?? parsed?.state ?? '').toUpperCase()
    if (state === 'VISIBLE' || state === 'COMMITTED') return { kind: 'done', response: `${label}: ${state}` }
    if (state === 'ABORTED') return { kind: 'refused', reason: state, errorUrl: null }
    return state === 'UNKNOWN' || state === '' ? null : { kind: 'open', response: `${label}: ${state}` }
  }

  /** The first lines of what is wrong with refused rows; empty where nobody can say. */
  async readErrors(url: string, signal: AbortSignal): Promise<string> {
    const { skip_tls_verify: skipTlsVerify } = this.#params
    const options = { signal, timeoutMs: 10_000, maxBytes: 1024 * 1024, skipTlsVerify: skipTlsVerify ?? false }
    const answer = await this.#context.egress.fetch(url, options).catch(() => null)
    return answer?.status === 200 ? answer.text() : ''
  }

  /** The user goes with the request to the BE, as the vendor's own clients do; never from https to http. */
  async #put(
    path: string,
    body: Uint8Array,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<ContinuedAnswer> {
    let url = new URL(this.#base + path)
    for (let hops = 0; ; hops += 1) {
      const answer = await sendAfterContinue(this.#context.egress, {
        method: 'PUT',
        url,
        headers: { ...headers, authorization: this.#authorization(), 'content-type': 'application/json' },
        body,
        timeoutMs: TIMEOUT_MS,
        signal,
        skipTlsVerify: this.#params.skip_tls_verify ?? false,
      })
      if (answer.status !== 307 || answer.location === null) return answer
      const next = URL.parse(answer.location, url.href)
      const isFit = next && /^https?:$/.test(next.protocol) && (url.protocol === 'http:' || next.protocol === 'https:')
      if (!isFit || hops === MAX_HOPS || answer.sent) throw refuseRedirect(url.host, next?.host ?? '')
      // An FE writes the user and the password into the address.
      next.username = ''
      next.password = ''
      url = next
    }
  }

  #authorization(): string {
    const { username, password } = this.#params
    return `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`
  }
}

/** A name that JSON paths would read as more than a name stands in quotes. */
const toPathPart = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`)

function judge(answer: z.output<typeof Answer>, { text }: ContinuedAnswer): LoadState {
  const { Status: status, Message: message, ExistingJobStatus: existing, ErrorURL: errorUrl } = answer
  if (status === 'Success') return { kind: 'done', response: text }
  // The rows are kept, but not seen by readers yet.
  if (status === 'Publish Timeout') return { kind: 'open', response: text }
  if (status === 'Label Already Exists')
    return existing === 'FINISHED' || existing === 'VISIBLE'
      ? { kind: 'done', response: text }
      : { kind: 'open', response: text }
  const reason = message ?? status
  const isAboutRows = (answer.NumberFilteredRows ?? 0) > 0 || /too many filtered rows|DATA_QUALITY/i.test(reason)
  if (isAboutRows) return { kind: 'refused', reason, errorUrl: errorUrl || null }
  throw refuseLoad(reason)
}

function readAnswer({ status, text }: ContinuedAnswer): z.output<typeof Answer> {
  const parsed = Answer.safeParse(tryJson(text))
  if (status === 200 && parsed.success) return parsed.data
  throw refuseAnswer(status, text)
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

const refuseRedirect = (from: string, to: string): Failure =>
  new Failure({
    code: 'connector.redirect',
    message: `${from} sends the rows on to ${to || 'nowhere'}, where they cannot go.`,
    field: 'load_url',
    advice: 'Enter the address of a BE, usually port 8040.',
  })
