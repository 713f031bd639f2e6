import type { ContentIn, EventOf, Parsed, RouteDef, Translate } from '@sluice/contract'
import type { TransactionOptions, Tx } from '@sluice/db'
import type { Language } from './messages.ts'
import type { AuditEntry } from './write-audit.ts'

/** Who calls: made from the access token, trusted. */
export interface Principal {
  readonly userId: string
  readonly tenantId: string
  readonly username: string
  readonly sessionId: string
  /** All rotations of this sign-in. */
  readonly familyId: string
  readonly mustChangePassword: boolean
  /** The tenant asks its administrators for a second factor, and this one has none. */
  readonly mustSetUpTotp: boolean
  /** `module:operation`; `*` grants everything. */
  readonly permissions: ReadonlySet<string>
  readonly roleName: string
  /** Strategy groups the role sees; null: all. `ctx.tenant` keeps to them. */
  readonly groups: readonly string[] | null
  /** When the access token stops being one. */
  readonly expiresAtMs: number
  /** The personal access token that calls in the user's name; absent: the user is signed in. */
  readonly token?: { readonly id: string; readonly name: string }
}

/** What a handler may know and do about its call. */
export interface RouteContext {
  /** @throws on a public route, which has none */
  readonly principal: Principal
  readonly language: Language
  /** A sentence of the engine or a connector, in the caller's language. */
  readonly tell: Translate
  readonly ip: string
  readonly userAgent: string
  /** Name of the machine that was called, without its port. */
  readonly host: string
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Runs in one transaction that sees the caller's tenant, of it what the role may see, and nothing else. */
  tenant<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The operation-log row of this call, in the transaction of the change it tells about. */
  audit(tx: Tx, entry: AuditEntry): Promise<void>
  /**
   * For what lasts beyond the sign-in, where only some calls of a route do; a whole route says `stepUp`.
   * @throws Failure `stepUp.needed` when the caller has not shown lately who they are
   */
  requireStepUp(): Promise<void>
  setHeader(name: string, value: string): void
  cookie(name: string): string | undefined
  /** No script reads it and no other site sends it; over TLS it stays there, and with this host. */
  setCookie(name: string, value: string, options: { readonly maxAgeMs: number }): void
  /** Logs an unforeseen error that the answer does not show. */
  report(error: unknown): void
}

/** A list with the number of all its rows. */
export class Page<C> {
  readonly content: C
  readonly total: number

  constructor(content: C, total: number) {
    this.content = content
    this.total = total
  }
}

/** Bytes for the caller's disk. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly stream: AsyncIterable<string | Uint8Array>

  constructor(name: string, type: string, stream: AsyncIterable<string | Uint8Array>) {
    this.name = name
    this.type = type
    this.stream = stream
  }
}

type Result<D extends RouteDef> = D['content'] extends 'file'
  ? FileAnswer
  : D['content'] extends 'sse'
    ? AsyncIterable<EventOf<D>>
    : ContentIn<D> | Page<ContentIn<D>>

type RouteHandler<D extends RouteDef> = (input: Parsed<D>, ctx: RouteContext) => Promise<Result<D>>

/** One handler for every route of a contract; a missing one does not compile. */
export type Handlers<C> = { readonly [K in keyof C]: C[K] extends RouteDef ? RouteHandler<C[K]> : Handlers<C[K]> }

export const isAllowed = (principal: Pick<Principal, 'permissions'>, permission: string): boolean =>
  principal.permissions.has('*') || principal.permissions.has(permission)
