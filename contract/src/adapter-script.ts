import type { ScriptHook } from './script-hooks.ts'

/**
 * What a script of an adapter sees, and what it may export. The script is TypeScript without imports; it runs in a
 * sandbox of its own for each call, with two seconds of computing and 64 MB, and reaches nothing but `ctx`.
 */

/** Computing and sleeping of one call, in ms. */
export const SCRIPT_MS = 2000
export const SCRIPT_MEMORY_MB = 64
/** Requests that one call may send. */
export const SCRIPT_CALLS = 20

/** One line that a script wrote, or the product about it. */
export interface ScriptLine {
  readonly hook: ScriptHook
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** A place in the script's source, from 1. */
export interface ScriptProblem {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** The declarations that the editor shows beside the script, and that `examples` of the tests are checked against. */
export const scriptDeclarations = `/** A request, before it is sent. Paths stay under the address of the connector. */
interface Request {
  method: string
  path: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  /** JSON of the body; a text where it is none; null without a body. */
  body: unknown
}

/** An answer of the far system. */
interface Answer {
  status: number
  headers: Record<string, string>
  /** JSON of the answer; a text where it is none. */
  body: any
}

/** What signing in gave: {{auth.name}} in declared headers and fields, ctx.auth.name in scripts. */
interface SignIn {
  values: Record<string, string>
  /** They are renewed shortly before. Default 1200. */
  lifeSeconds?: number
}

type ErrorKind = 'busy' | 'credential' | 'refused' | 'duplicate' | 'poison'

interface Context {
  /**
   * Parameters of the connector, of the app: ctx.params.app_secret. A secret, what signing in gave, and what is calculated
   * from them are handles: texts that stand for them in requests to the far system, and mean nothing elsewhere.
   */
  readonly params: Readonly<Record<string, string>>
  readonly app: Readonly<Record<string, string>>
  /** What connect gave. */
  readonly auth: Readonly<Record<string, string>>
  /** read: a page of a source; write: records to a target; signIn: connect. */
  readonly purpose: 'read' | 'write' | 'signIn'
  /** Asks the same far system, signed in as declared; at most 20 times in one call. */
  call(request: Partial<Request> & { path: string }): Promise<Answer>
  /** Shown in the trial and in the log of the run. */
  log(...values: unknown[]): void
  warn(...values: unknown[]): void
  /** Counts against the two seconds. */
  sleep(ms: number): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  uuid(): string
  hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string
  hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string
  base64(text: string): string
  unbase64(text: string): string
  urlEncode(text: string): string
  /** A value of a static mapping by its name; null where no line holds it. */
  map(mapping: string, value: string, direction?: 'forward' | 'reverse'): Promise<string | null>
  /** The newest record of a strategy, by its key; null where there is none. */
  lookup(strategy: string, key: string): Promise<any>
}

/** Whole numbers too long for JavaScript arrive as bigint; 12.50 arrives as Exact, counts as 12.5 and goes on as 12.50. */
interface Exact {
  toString(): string
  valueOf(): number
}
`

/** What a new script begins with. */
export const scriptExample = `// Called before each request: change it, or give another one back.
export function beforeRequest(request: Request, ctx: Context) {
  request.headers['x-time'] = String(ctx.now())
  request.headers['x-sign'] = ctx.hmac('sha256', ctx.params.app_secret ?? '', request.path)
  return request
}

// Called with each answer: what it gives back is read instead.
export function afterResponse(answer: Answer, ctx: Context) {
  ctx.log('status', answer.status)
  return answer
}
`
