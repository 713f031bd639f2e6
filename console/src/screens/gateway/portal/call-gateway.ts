/** What the visitor typed, in memory alone, gone with the page; and where it is for. */
export interface Credentials {
  readonly origin: string
  /** Every call shows one, which a page cannot. */
  readonly isByCertificate: boolean
  readonly appKey: string
  readonly secret: string
}

export interface Tried {
  readonly status: number
  readonly ms: number
  readonly text: string
  /** Fields of the answer that tell of limits and of its place in the log. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

const SHOWN = [
  'x-trace-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'idempotency-replayed',
  'deprecation',
  'sunset',
  'link',
]
const WITHIN_MS = 30_000

/** Nothing of the console's own sign-in goes with it, and it follows nobody elsewhere. */
const send = (address: string, init: RequestInit): Promise<Response> =>
  fetch(address, {
    ...init,
    ...{ credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' },
    signal: AbortSignal.timeout(WITHIN_MS),
  })

async function toTried(answer: Response, startedMs: number): Promise<Tried> {
  const text = await answer.text()
  const headers = SHOWN.flatMap(name => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: answer.status, ms: Math.round(performance.now() - startedMs), text, headers }
}

/** Signs in and calls, as a program would. A sign-in that is refused is the answer. */
export async function tryCall(
  { origin, appKey, secret }: Credentials,
  call: { readonly method: string; readonly path: string; readonly body: string | null },
): Promise<Tried> {
  const json = { 'content-type': 'application/json' }
  const startedMs = performance.now()
  const credentials = JSON.stringify({ app_key: appKey, app_secret: secret })
  const signedIn = await toTried(
    await send(`${origin}/v2/oauth`, { method: 'POST', headers: json, body: credentials }),
    startedMs,
  )
  if (signedIn.status !== 200) return signedIn
  const { access_token: token }: { access_token: string } = JSON.parse(signedIn.text)
  const headers = { authorization: `Bearer ${token}`, ...(call.body !== null && json) }
  const calledMs = performance.now()
  const { method, body } = call
  return toTried(await send(`${origin}${call.path}`, { method, headers, ...(body !== null && { body }) }), calledMs)
}
