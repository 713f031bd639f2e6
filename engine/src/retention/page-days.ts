import { getSqlState, type Tx } from '@sluice/db'

/** A table of pages and the span of time it holds. */
export interface PageSpan {
  /** The day, or null for page_default, whose span has no end. */
  readonly day: string | null
  readonly from: string
  readonly to: string
}

const AHEAD_DAYS = 7
const DAY_MS = 86_400_000
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Makes today's and the coming days. false: a table was busy, so the rest is left to the next turn. */
export async function addComingDays(
  withSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  nowMs: number,
): Promise<boolean> {
  for (let ahead = 0; ahead <= AHEAD_DAYS; ahead += 1) {
    const day = toDay(nowMs + ahead * DAY_MS)
    if ((await unlessBusy(withSystem(tx => tx.query('select add_page_day($1)', [day])))) === null) return false
  }
  return true
}

/** The tables of pages, oldest first, page_default before them. */
export async function listSpans(tx: Tx): Promise<PageSpan[]> {
  const rows = await tx.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'page'::regclass order by c.relname`,
  )
  const days = rows.flatMap(({ name }) => {
    const found = /^page_(\d{4})(\d{2})(\d{2})$/.exec(name)
    return found ? [`${found[1]}-${found[2]}-${found[3]}`] : []
  })
  return [
    { day: null, from: '-infinity', to: 'infinity' },
    ...days.map(day => ({ day, from: `${day}T00:00:00Z`, to: `${toDay(Date.parse(day) + DAY_MS)}T00:00:00Z` })),
  ]
}

/** A day that has been over for a whole day: no clock of any process lands pages there any more. */
export const isClosed = (span: PageSpan, nowMs: number): boolean =>
  span.day !== null && Date.parse(span.day) + 2 * DAY_MS <= nowMs

/** null where a lock was not free at once: never keep writers waiting, come again later. */
export async function unlessBusy<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (BUSY.has(getSqlState(error) ?? '')) return null
    throw error
  }
}

// lock_not_available, deadlock_detected, serialization_failure (the rewritten day changed)
const BUSY = new Set(['55P03', '40P01', '40001'])

/** Bytes given back; null: busy, or there is no such day. */
export const dropDay = (tx: Tx, day: string): Promise<string | null> => callForBytes(tx, 'drop_page_day', day)
export const rewriteDay = (tx: Tx, day: string): Promise<string | null> => callForBytes(tx, 'rewrite_page_day', day)

async function callForBytes(tx: Tx, name: string, day: string): Promise<string | null> {
  const [row] = await tx.query<{ bytes: string | null }>(`select ${name}($1) as bytes`, [day])
  return row?.bytes ?? null
}
