import { beginsOf, isOpen, keyOf, leaseOf, listKey, type WorkKind } from './kind.ts'

/** What a statement needs beyond its own: a join, further conditions (each beginning with `and`), further columns. */
interface Further {
  readonly join?: string
  readonly where?: string
  readonly select?: string
}

/**
 * What the claim asks of a table, as SQL over its row `w`; `:name` stands for a parameter. Kinds of work get theirs from
 * their columns; runs, which have pools, places and holds of their own, write them themselves.
 */
export interface Queue {
  /** Under it the turns of tenants are kept. */
  readonly name: string
  readonly table: string
  readonly key: readonly string[]
  /** Tenants that wait are walked by these columns; an index over those that wait begins with them. Default: the tenant alone */
  readonly walk?: readonly string[]
  /** It waits for a process, and its time has come. */
  readonly waiting: string
  /** Some process has it: those of a tenant are weighed against the others'. */
  readonly held: string
  /** Its process was not heard for a lease, or has handed it back under way. */
  readonly abandoned: string
  readonly order: string
  readonly abandonedOrder: string
  /** Of the turn, over the tenant that waits `r`, its quota `q` and what it has in hand `busy`. */
  readonly turn?: Further
  readonly first?: Further
  readonly resume?: Further
  readonly setStarted: string
  readonly setResumed: string
  /** What a claim answers. */
  readonly columns: string
}

/** A kind's jobs queue by their columns: waiting ones have no holder, and `lease_until` says before when nobody may begin. */
export function queueOf(kind: WorkKind): Queue {
  const open = isOpen(kind, 'w')
  const begins = beginsOf(kind)
  const set = [
    `holder = :holder::uuid, fence = w.fence + 1, attempts = w.attempts + 1, lease_until = ${leaseOf(kind)}`,
    ...(begins === null ? [] : [`state = case when w.state = '${begins[0]}' then '${begins[1]}' else w.state end`]),
    ...(kind.onClaim === undefined ? [] : [kind.onClaim]),
    ...(kind.startedAt === null ? [] : [`${kind.startedAt} = coalesce(w.${kind.startedAt}, clock_timestamp())`]),
  ].join(', ')
  return {
    name: kind.name,
    table: kind.table,
    key: keyOf(kind),
    waiting: `${open} and w.holder is null and w.lease_until < clock_timestamp() ${kind.ready ?? ''}`,
    held: `${open} and w.holder is not null`,
    abandoned: `${open} and w.holder is not null and w.lease_until < clock_timestamp()`,
    order: `w.priority, w.${kind.order ?? 'created_at'}, ${listKey(kind, 'w')}`,
    abandonedOrder: 'w.lease_until',
    setStarted: set,
    setResumed: kind.onResume === undefined ? set : `${set}, ${kind.onResume}`,
    columns: [listKey(kind, 'w'), ...kind.columns.map(column => `w.${column}`), 'w.fence', 'w.attempts'].join(', '),
  }
}
