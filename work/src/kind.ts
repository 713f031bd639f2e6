import type { FailureDetail } from '@sluice/contract'

/**
 * One kind of work: which table its jobs lie in, and what is its own about them. Every such table has, beside its own
 * columns, `state, holder, lease_until, fence, attempts, priority, cancel, failure` (`call hold_work(…)` in a migration).
 */
export interface WorkKind {
  /** As lines of the log call it, and by which the turns of tenants are kept (`work_turn`). */
  readonly name: string
  readonly table: string
  /** What names a job beside its tenant. Default `id` */
  readonly key?: readonly string[]
  /** Read with the claim, beside the key and the tenant. */
  readonly columns: readonly string[]
  /** States in which there is something to do. Default `queued`, `running` */
  readonly open?: readonly string[]
  /** The state of one that waits, and what it becomes by the claim; null: it keeps its own. Default `queued` to `running` */
  readonly begins?: readonly [waiting: string, working: string] | null
  /** Of one tenant's jobs with the same priority the one with the smallest goes first. Default `created_at` */
  readonly order?: string
  /** A further condition on one that waits, over its row `w`; begins with `and`. */
  readonly ready?: string
  /** Set by each claim, and by one that follows a lost one. */
  readonly onClaim?: string
  readonly onResume?: string
  /** A holder that was not heard for so long has lost its job. */
  readonly leaseMs: number
  /** Numbers that people watch: one that begins again does not set them back. */
  readonly counts?: readonly string[]
  /** Says when it first began and when it ended; null: the table keeps no such time. */
  readonly startedAt: 'started_at' | null
  readonly finishedAt: 'finished_at' | null
  /** How a failure is kept. Default: as JSON */
  readonly writeFailure?: (failure: FailureDetail) => string
  /** Set by every end beside what it says itself. */
  readonly atEnd?: string
  /** So long is the file kept that its work made; `path` and `expires_at` speak of it. */
  readonly fileDays?: number
  /** So long are ended ones kept; absent: as long as what they belong to. */
  readonly keepDays?: number
}

/** So many processes may be lost with one job, none of them further than the last; then it is set aside. */
export const MAX_ATTEMPTS = 3

export const keyOf = ({ key = ['id'] }: WorkKind): readonly string[] => ['tenant_id', ...key]

/** `a.tenant_id, a.id` */
export const listKey = (kind: WorkKind, alias: string): string =>
  keyOf(kind)
    .map(column => `${alias}.${column}`)
    .join(', ')

const BEGINS = ['queued', 'running'] as const
export const beginsOf = ({ begins = BEGINS }: WorkKind): readonly [string, string] | null => begins

/** Names of states are words of the program, never of a caller. */
export const isOpen = (kind: WorkKind, alias: string): string =>
  `${alias}.state in (${(kind.open ?? beginsOf(kind) ?? []).map(state => `'${state}'`).join(', ')})`

export const leaseOf = ({ leaseMs }: WorkKind): string =>
  `clock_timestamp() + make_interval(secs => ${leaseMs / 1000}::float8)`
