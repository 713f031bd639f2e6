import { Failure, newId, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { countExpired, type PageRule } from './expired-pages.ts'
import { countRecords, countRows, type RowKind } from './expired-rows.ts'
import { listScopes } from './scope-rows.ts'

/** Sent at commit with every job on stored data. */
export const STORAGE_CHANNEL = 'sluice_storage'

/** What a person wants gone before its time. */
export interface CleanUpCondition {
  readonly kind: 'page' | 'record' | RowKind
  /** ISO 8601: pages and lines made, records last changed before it. */
  readonly before: string
  /** Of records only. */
  readonly statuses?: readonly RecordState[]
}

export interface Owner {
  readonly tenantId: string
  readonly strategyId: string
}

/** What waits, is held, queued or unknown is nobody's to delete: a decision about it is open. */
export const deletableStates: readonly RecordState[] = [
  RecordState.duplicate,
  RecordState.finished,
  RecordState.error,
  RecordState.ignored,
  RecordState.cancelled,
  RecordState.deleted,
]

const ALL_TIME = { day: null, from: '-infinity', to: 'infinity' } as const

export async function readPageRule(tx: Tx, owner: Owner, before: string): Promise<PageRule> {
  const [scope] = await listScopes(tx, owner)
  return { ...owner, span: ALL_TIME, kind: 'aged', before, errorBefore: before, isGrouped: scope?.isGrouped ?? false }
}

export interface CleanUpPreview {
  readonly count: number
  /** Of pages; null where it cannot be said beforehand. */
  readonly bytes: number | null
}

export async function previewCleanUp(tx: Tx, owner: Owner, condition: CleanUpCondition): Promise<CleanUpPreview> {
  const { kind, before } = condition
  if (kind === 'page') {
    const { pages, bytes } = await countExpired(tx, await readPageRule(tx, owner, before))
    return { count: pages, bytes }
  }
  if (kind === 'record') return { count: await countRecords(tx, owner, requireStates(condition), before), bytes: null }
  return { count: await countRows(tx, kind, owner, before), bytes: null }
}

/** @throws Failure `invalid.states` */
export function requireStates({ statuses = [] }: CleanUpCondition): readonly RecordState[] {
  const wrong = statuses.find(status => !deletableStates.includes(status))
  if (statuses.length > 0 && wrong === undefined) return statuses
  throw new Failure({
    code: 'invalid.states',
    message: 'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.',
    field: 'statuses',
    ...(wrong === undefined ? {} : { value: String(wrong) }),
  })
}

export type StorageJob =
  | { readonly kind: 'clean'; readonly condition: CleanUpCondition }
  | { readonly kind: 'archive'; readonly condition: { readonly before: string } }
  | { readonly kind: 'restore'; readonly condition: { readonly archiveId: string } }

/** Queued in the caller's transaction; the maintenance of any process takes it up at once. */
export async function requestJob(
  tx: Tx,
  owner: Owner,
  job: StorageJob,
  by: { readonly userId: string; readonly nowMs: number; readonly total: number },
): Promise<string> {
  const id = newId(by.nowMs)
  await tx.execute(
    `insert into storage_job (tenant_id, id, kind, strategy_id, condition, total, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [owner.tenantId, id, job.kind, owner.strategyId, JSON.stringify(job.condition), by.total, by.userId],
  )
  await tx.query('select pg_notify($1, $2)', [STORAGE_CHANNEL, ''])
  return id
}
