import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface AuditEntry {
  /** Default: a new one. */
  readonly id?: string
  /** The module's word: `connector`, `strategy`. */
  readonly objectType: string
  readonly objectId?: string | null
  readonly objectName?: string | null
  readonly before?: unknown
  readonly after?: unknown
  /** Default ok. `refused`: the rules said no; `failed`: we could not. */
  readonly result?: 'ok' | 'refused' | 'failed'
  /** Why it was not done: the failure's code. */
  readonly code?: string
}

export interface AuditActor {
  readonly userId: string | null
  readonly username: string
  /** Name of the route: `strategy.start`. */
  readonly action: string
  readonly operation: string
  readonly ip: string | null
  /** Default: unknown. */
  readonly role?: string | null
  readonly userAgent?: string | null
  /** Name of the access token that called; absent: the user was signed in. */
  readonly via?: string | undefined
  readonly nowMs: number
}

/** Inserts the operation-log row into the transaction of the change, so that neither exists without the other. */
export async function writeAudit(tx: Tx, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await tx.query(
    `insert into operation_log
       (id, user_id, username, action, operation, object_type, object_id, object_name, before, after, ip, role, user_agent,
        result, code, via)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      entry.id ?? newId(actor.nowMs),
      actor.userId,
      actor.username,
      actor.action,
      actor.operation,
      entry.objectType,
      entry.objectId ?? null,
      entry.objectName ?? null,
      writeDocument(entry.before),
      writeDocument(entry.after),
      actor.ip,
      actor.role ?? null,
      actor.userAgent || null,
      entry.result ?? 'ok',
      entry.code ?? null,
      actor.via ?? null,
    ],
  )
}

// Names under which a secret could sit, whatever the caller did about it. Sealed texts are masked by their form.
const SECRET_NAME = /pass(word|wd)?|secret|token|credential|encodedata|authorization|cookie|(private|api|app)[-_]?key/i
const SEALED = /^v1\.\d+\.[A-Za-z0-9_-]{20,}$/
/** Longest document of one side, in characters; a longer one keeps its first level only. */
const MAX_LENGTH = 200_000

export const MASK = '******'

function writeDocument(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(mask(value))
  return text.length <= MAX_LENGTH ? text : JSON.stringify({ omitted: `${text.length} characters` })
}

/** A copy without secrets: by name, and every sealed text wherever it stands. */
export function mask(value: unknown, name = ''): unknown {
  if (value === null || value === undefined || value === '') return value
  if (typeof value === 'string') return SECRET_NAME.test(name) || SEALED.test(value) ? MASK : value
  if (Array.isArray(value)) return value.map(item => mask(item, name))
  if (typeof value !== 'object') return SECRET_NAME.test(name) && typeof value !== 'boolean' ? MASK : value
  const pair = value as Record<string, unknown>
  // {name, value} of a key-value list: the name says whether the value is a secret
  if (typeof pair['name'] === 'string' && typeof pair['value'] === 'string' && Object.keys(pair).length === 2)
    return { name: pair['name'], value: mask(pair['value'], pair['name']) }
  return Object.fromEntries(Object.entries(pair).map(([key, inner]) => [key, mask(inner, key)]))
}

/** What a system transaction writes from now on belongs to a tenant, as its row in the log does. */
export const actFor = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.query("select set_config('app.tenant', $1, true)", [tenantId])
