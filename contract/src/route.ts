/**
 * The whole contract language. `Schema` is a deliberately thin view of a zod type: constraining a generic with
 * z.ZodType makes the compiler walk every method of every schema (measured: 3 × the check time at 150 routes).
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface Schema<I = unknown, O = unknown> {
  readonly _zod: { readonly input: I; readonly output: O }
}

/** The kinds of operation the operation log and the permissions know. Spec §3. */
export type Operation = 'add' | 'delete' | 'update' | 'query' | 'import' | 'export'

export interface RouteDef {
  readonly method: Method
  /** Parameters in braces: `/api/dh/lessee/strategy/{id}`; also inside a segment: `strategy-{kind}`. */
  readonly path: `/${string}`
  readonly summary: string
  /** `module:operation`; null = any signed-in user; 'public' = no token. */
  readonly permission: string | null
  /** A personal access token may call it although it asks for no permission. */
  readonly acceptsTokens?: true
  /** Only for who has shown lately who they are: what it does outlives the sign-in. Refused with `stepUp.needed`. */
  readonly stepUp?: true
  /** Refused to a role with a data scope, which sees a part only: always, or of a query with these values. */
  readonly needsWhole?: true | Readonly<Record<string, string>>
  /** What the operation log calls it; a change writes its row in the handler's transaction. */
  readonly audit: Operation
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** What the envelope's `content` holds; 'file' and 'sse' answer without the envelope. */
  readonly content: Schema | 'file' | 'sse'
  /** One event of an 'sse' answer. */
  readonly event?: Schema
  /** Most bytes of a JSON body. Default 64 KiB where no token is asked for, else 1 MiB. */
  readonly bodyBytes?: number
  readonly upload?: { readonly maxBytes: number }
  /** The body as bytes with its headers, whatever its content type: for callers that sign what they send. */
  readonly raw?: { readonly maxBytes: number }
}

/** For routes that take whole documents, tables or files as text. */
export const DOCUMENT_BYTES = 10 * 2 ** 20

/** Most bytes of the JSON body of a route; a stranger's are few, for they are read before anybody is known. */
export const bodyBytesOf = ({ bodyBytes, permission }: Pick<RouteDef, 'bodyBytes' | 'permission'>): number =>
  bodyBytes ?? (permission === 'public' ? 64 * 2 ** 10 : 2 ** 20)

export const route = <const D extends RouteDef>(definition: D): D => definition

/** Whether a call with this query is only for who sees the whole tenant. The server and the console ask it. */
export function needsWhole(
  route: Pick<RouteDef, 'needsWhole'>,
  query: Readonly<Record<string, unknown>> = {},
): boolean {
  const rule = route.needsWhole
  if (rule === undefined || rule === true) return rule === true
  return Object.entries(rule).every(([name, value]) => query[name] === value)
}

export type In<T> = T extends { readonly _zod: { readonly input: infer I } } ? I : never
export type Out<T> = T extends { readonly _zod: { readonly output: infer O } } ? O : never

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | ParamNames<R> : never
type PathParams<P extends string> = { readonly [N in ParamNames<P>]: string }

/** What a caller passes. */
export type Input<D extends RouteDef> = (D extends { params: infer S }
  ? { readonly params: In<S> }
  : [ParamNames<D['path']>] extends [never]
    ? unknown
    : { readonly params: PathParams<D['path']> }) &
  (D extends { query: infer S } ? { readonly query?: In<S> } : unknown) &
  (D extends { body: infer S } ? { readonly body: In<S> } : unknown) &
  (D extends { upload: object } ? { readonly file: Blob; readonly filename: string } : unknown)

/** An upload as the handler reads it: bytes in order; a file cut at the size limit throws after its last chunk. */
export type UploadedFile = AsyncIterable<Uint8Array> & { readonly filename: string }

/** A body as it came. */
export interface RawBody {
  readonly bytes: Uint8Array
  /** By its name in small letters; several of one name are joined by commas. */
  header(name: string): string | undefined
}

/** What a handler receives, after validation. */
export interface Parsed<D extends RouteDef> {
  readonly params: D extends { params: infer S } ? Out<S> : PathParams<D['path']>
  readonly query: D extends { query: infer S } ? Out<S> : Record<never, never>
  readonly body: D extends { body: infer S } ? Out<S> : undefined
  readonly file: D extends { upload: object } ? UploadedFile : undefined
  readonly raw: D extends { raw: object } ? RawBody : undefined
}

export type ContentIn<D extends RouteDef> = In<D['content']>
export type ContentOut<D extends RouteDef> = Out<D['content']>
export type EventOf<D extends RouteDef> = D extends { event: infer S } ? Out<S> : never

/** Every JSON answer. `code` is 0 for success, else the failure's stable code; lists carry `total`. */
export interface Envelope<C> {
  readonly success: boolean
  readonly code: number | string
  readonly message: string
  readonly content: C
  readonly total?: number
}

export interface Contract {
  readonly [name: string]: RouteDef | Contract
}

export const isRoute = (node: RouteDef | Contract): node is RouteDef =>
  typeof node.path === 'string' && typeof node.method === 'string'

/** Every route with its dotted name, in the order of declaration. */
export function* walkRoutes(contract: Contract, at: readonly string[] = []): Generator<[string, RouteDef]> {
  for (const [name, node] of Object.entries(contract)) {
    if (isRoute(node)) yield [[...at, name].join('.'), node]
    else yield* walkRoutes(node, [...at, name])
  }
}
