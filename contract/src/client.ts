import {
  type ContentOut,
  type Contract,
  type Envelope,
  type EventOf,
  type Input,
  isRoute,
  type RouteDef,
} from './route.ts'

/** An answer that is not a success. `body` is null when it was not our envelope. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Envelope<unknown> | null
  /** From Retry-After; null when the answer named no time. */
  readonly retryAfterMs: number | null

  constructor(status: number, body: Envelope<unknown> | null, retryAfterMs: number | null = null) {
    super(body?.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal
}
type Args<D extends RouteDef> =
  unknown extends Input<D>
    ? [input?: CallOptions]
    : Record<never, never> extends Input<D>
      ? [input?: Input<D> & CallOptions]
      : [input: Input<D> & CallOptions]
type Reply<D extends RouteDef> = D['content'] extends 'file'
  ? Blob
  : D['content'] extends 'sse'
    ? AsyncIterable<EventOf<D>>
    : Envelope<ContentOut<D>>

/** Plain objects that TanStack Query accepts: `useQuery(api.x.query(…))`, `useMutation(api.x.mutation())`. */
export interface Call<D extends RouteDef> {
  (...args: Args<D>): Promise<Reply<D>>
  /** Key of all calls of this route, or of one input. */
  key(input?: Input<D>): readonly unknown[]
  query(...args: Args<D>): { queryKey: readonly unknown[]; queryFn(ctx: { signal: AbortSignal }): Promise<Reply<D>> }
  mutation(): { mutationFn(input: Input<D>): Promise<Reply<D>> }
  /** What the contract says of it. */
  readonly route: RouteDef
}
export type Client<C> = { readonly [K in keyof C]: C[K] extends RouteDef ? Call<C[K]> : Client<C[K]> }

export interface ClientOptions {
  /** Origin of the server; '' in a browser. */
  readonly base: string
  token(): string | null
  /** Language of messages, sent as Accept-Language. */
  language?(): string
  /** Zone in which sentences write times, sent as X-Time-Zone; absent, they are ISO in UTC. */
  timeZone?(): string
  /** Called before a failed answer is thrown; may repeat the call once by returning 'retry' (after a token refresh). */
  onError?(error: ApiError, route: RouteDef): Promise<'retry' | undefined> | undefined
  /** Default 60000, spec §9. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

interface RawInput extends CallOptions {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  readonly file?: Blob
  readonly filename?: string
}

/** A typed client from the contract; no generated code. */
export function createClient<C extends Contract>(contract: C, options: ClientOptions): Client<C> {
  const build = (node: Contract, at: readonly string[]): unknown =>
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => [
        name,
        isRoute(child) ? createCall(child, [...at, name], options) : build(child, [...at, name]),
      ]),
    )
  return build(contract, []) as Client<C>
}

function createCall(route: RouteDef, at: readonly string[], options: ClientOptions): unknown {
  const call = async (input: RawInput = {}): Promise<unknown> => {
    try {
      return await send(route, input, options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if ((await options.onError?.(error, route)) !== 'retry') throw error
      return await send(route, input, options)
    }
  }
  return Object.assign(call, {
    key: (input?: unknown) => (input === undefined ? at : [...at, input]),
    query: (input?: RawInput) => ({
      queryKey: [...at, input ?? null],
      queryFn: ({ signal }: { signal: AbortSignal }) => call({ ...input, signal }),
    }),
    mutation: () => ({ mutationFn: (input: RawInput) => call(input) }),
    route,
  })
}

async function send(route: RouteDef, input: RawInput, options: ClientOptions): Promise<unknown> {
  const headers: Record<string, string> = {}
  const token = options.token()
  if (token !== null && route.permission !== 'public') headers['authorization'] = `Bearer ${token}`
  if (options.timeZone) headers['x-time-zone'] = options.timeZone()
  if (options.language) headers['accept-language'] = options.language()
  let body: string | FormData | undefined
  if (route.upload && input.file) {
    body = new FormData()
    body.append('file', input.file, input.filename)
  } else if (input.body !== undefined) {
    body = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
  }
  // A stream lives until its reader leaves; everything else answers within the limit.
  const timeout = route.content === 'sse' || route.upload ? [] : [AbortSignal.timeout(options.timeoutMs ?? 60_000)]
  const signals = input.signal ? [input.signal, ...timeout] : timeout
  const answer = await (options.fetch ?? fetch)(options.base + writePath(route, input), {
    method: route.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  })
  if (!answer.ok) throw await readError(answer)
  if (route.content === 'file') return answer.blob()
  if (route.content === 'sse') return readEvents(answer.body!) // a 200 event stream always has a body
  return answer.json()
}

async function readError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as Envelope<unknown> | null
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(answer.status, body, Number.isFinite(seconds) ? seconds * 1000 : null)
}

function writePath(route: RouteDef, input: RawInput): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** Server-sent events, each one JSON document. EventSource cannot send a bearer header, hence by hand. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const data = buffer
          .slice(0, end)
          .split('\n')
          .filter(line => line.startsWith('data:'))
          .map(line => line.slice(5).trimStart())
          .join('\n')
        buffer = buffer.slice(end + 2)
        if (data !== '') yield JSON.parse(data)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
