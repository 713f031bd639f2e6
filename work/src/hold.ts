import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { beginsOf, isOpen, keyOf, leaseOf, type WorkKind } from './kind.ts'

/** Columns and what they become: names are the program's words, values are bound. */
export type Columns = Readonly<Record<string, unknown>>

/** Which job, by its key, and the claim that may write for it. */
export interface Claim {
  readonly key: Columns
  readonly fence: string
}

/** Only the newest claim writes: whoever was taken for dead and wakes up finds another fence, or no holder. */
const held = (kind: WorkKind): string =>
  `${keyOf(kind)
    .map((column, at) => `w.${column} = $${at + 1}`)
    .join(' and ')} and w.fence = $${keyOf(kind).length + 1} and w.holder is not null and ${isOpen(kind, 'w')}`

const valuesOf = (kind: WorkKind, { key, fence }: Claim): unknown[] => [...keyOf(kind).map(name => key[name]), fence]

/** A number that people watch never goes back, whoever begins again. */
function writeColumns({ counts = [] }: WorkKind, columns: Columns, from: number): string {
  return Object.keys(columns)
    .map((column, at) => {
      const value = `$${from + at}`
      return `, ${column} = ${counts.includes(column) ? `greatest(w.${column}, ${value})` : value}`
    })
    .join('')
}

/**
 * Goes on holding it, and says how far it is. @returns null: another process has it, it has ended or is gone
 * @param isFurther whoever goes on begins behind this place: processes that were lost before it say nothing of the rest
 */
export async function keep(
  tx: Tx,
  kind: WorkKind,
  claim: Claim,
  columns: Columns = {},
  isFurther = false,
): Promise<{ readonly cancel: boolean } | null> {
  const values = valuesOf(kind, claim)
  const [row] = await tx.query<{ cancel: boolean }>(
    `update ${kind.table} w set lease_until = ${leaseOf(kind)} ${isFurther ? ', attempts = 1' : ''}
       ${writeColumns(kind, columns, values.length + 1)} where ${held(kind)} returning w.cancel`,
    [...values, ...Object.values(columns)],
  )
  return row ?? null
}

export interface End {
  /** `done`, `failed`, `cancelled`, or a word of the kind's own. */
  readonly state: string
  readonly failure?: FailureDetail
  /** A kind that says why in its own way names `failure` here. */
  readonly columns?: Columns
  /** Somebody's wish to end it goes before. Default false */
  readonly unlessCancelled?: boolean
}

const writeExpiry = ({ fileDays }: WorkKind, state: End['state']): string =>
  fileDays === undefined || state !== 'done'
    ? ''
    : `, expires_at = clock_timestamp() + make_interval(days => ${fileDays})`

/** @returns false: another process has it, it has ended or is gone */
export async function end(
  tx: Tx,
  kind: WorkKind,
  claim: Claim,
  { state, failure, columns = {}, unlessCancelled = false }: End,
): Promise<boolean> {
  const { writeFailure = JSON.stringify } = kind
  const why = { failure: failure ? writeFailure(failure) : null }
  const all: Columns = { state, ...why, ...columns }
  const values = valuesOf(kind, claim)
  const ended = await tx.execute(
    `update ${kind.table} w set holder = null,
       lease_until = '-infinity' ${kind.finishedAt === null ? '' : `, ${kind.finishedAt} = clock_timestamp()`}
       ${kind.atEnd === undefined ? '' : `, ${kind.atEnd}`} ${writeExpiry(kind, state)} ${writeColumns(kind, all, values.length + 1)}
      where ${held(kind)} ${unlessCancelled ? 'and not w.cancel' : ''}`,
    [...values, ...Object.values(all)],
  )
  return ended > 0
}

/** Handed back, to be taken up at once or so much later; nobody was lost. */
export const giveBack = (
  tx: Tx,
  kind: WorkKind,
  claim: Claim,
  laterMs: number | null = null,
  columns: Columns = {},
): Promise<number> => {
  const values = [...valuesOf(kind, claim), laterMs]
  return tx.execute(
    `update ${kind.table} w set holder = null, attempts = w.attempts - 1, lease_until = case
        when $${values.length}::float8 is null then '-infinity'
        else clock_timestamp() + make_interval(secs => $${values.length}::float8 / 1000) end
        ${writeColumns(kind, columns, values.length + 1)} where ${held(kind)}`,
    [...values, ...Object.values(columns)],
  )
}

/**
 * Asks for the end: one that waits ends at once, one under way after its step. @returns 0: it has ended
 * @param where which one, over its row `w` of the caller's tenant, with `values`
 */
export function cancel(tx: Tx, kind: WorkKind, where: string, values: readonly unknown[]): Promise<number> {
  const [waiting] = beginsOf(kind) ?? []
  const ends = waiting === undefined ? 'false' : `w.state = '${waiting}'`
  const { finishedAt } = kind
  return tx.execute(
    `update ${kind.table} w set cancel = true, state = case when ${ends} then 'cancelled' else w.state end
       ${finishedAt === null ? '' : `, ${finishedAt} = case when ${ends} then clock_timestamp() else w.${finishedAt} end`},
       lease_until = case when w.holder is null then '-infinity' else w.lease_until end
      where ${where} and ${isOpen(kind, 'w')}`,
    values,
  )
}

/** For an update that asks for a row's work again, whose last round has ended. */
export const ANEW = `state = 'queued', failure = null, cancel = false, holder = null, lease_until = '-infinity', attempts = 0`

/** Ended ones whose time has come, of all tenants. @returns how many were removed */
export const removeOld = (tx: Tx, kind: WorkKind, most = 1000): Promise<number> => {
  const key = keyOf(kind).join(', ')
  return tx.execute(
    `delete from ${kind.table} where (${key}) in (select ${key} from ${kind.table} w
      where not ${isOpen(kind, 'w')} and w.finished_at < now() - make_interval(days => $1) limit $2)`,
    [kind.keepDays ?? null, most],
  )
}

/** Files whose time has come, of all tenants; their rows say so from now on. @returns their paths */
export async function expireFiles(tx: Tx, kind: WorkKind): Promise<string[]> {
  // never null: what is done has a file
  const rows = await tx.query<{ path: string }>(
    `update ${kind.table} w set state = 'expired', path = null from ${kind.table} o
      where o.tenant_id = w.tenant_id and o.id = w.id and w.state = 'done' and w.expires_at < clock_timestamp()
     returning o.path`,
  )
  return rows.map(row => row.path)
}
