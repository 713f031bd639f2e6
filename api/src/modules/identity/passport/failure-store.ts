import type { Database, Tx } from '@sluice/db'

/** Names and addresses are kept by their hash only; names in either case are one. Lists of users join by it. */
const KEY = "sha256(convert_to(lower($1::text), 'UTF8'))"

export interface FailureRow {
  readonly failures: number
  readonly locked_until: string | null
}

/** A name or an address, and how far back its failures count. */
export interface FailureKey {
  readonly key: string
  readonly since: Date
}

/** In the order of the keys; undefined where nothing is counted. */
export async function readFailures(
  database: Database,
  keys: readonly FailureKey[],
): Promise<(FailureRow | undefined)[]> {
  const rows = await database.withSystem(tx =>
    tx.query<FailureRow & { readonly at: string }>(
      `select k.at, case when f.first_at < k.since then 0 else f.failures end as failures, f.locked_until
         from unnest($1::text[], $2::timestamptz[]) with ordinality as k (name, since, at)
         join login_failure f on f.key = sha256(convert_to(lower(k.name), 'UTF8'))`,
      [keys.map(({ key }) => key), keys.map(({ since }) => since)],
    ),
  )
  return keys.map((_, at) => rows.find(row => Number(row.at) === at + 1))
}

export interface FailureLimit {
  /** Only while fewer are counted; null: always. */
  readonly below: number | null
  /** null: counted, never locked. */
  readonly lockAfter: number | null
  readonly lockMs: number
  readonly windowMs: number
  /** A pause begins with each one and refuses what comes before its end; otherwise a lock is a mark from the first one on. */
  readonly isPause: boolean
}

/** One more, unless a pause holds or too many are counted: then false. */
export async function countFailure(database: Database, key: string, limit: FailureLimit, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - limit.windowMs)
  const counted = await database.withSystem(tx =>
    tx.execute(COUNT, [key, now, since, limit.lockAfter, limit.lockMs, limit.below, limit.isPause]),
  )
  return counted === 1
}

const COUNT = `
  insert into login_failure as f (key, failures, first_at) values (${KEY}, 1, $2)
  on conflict (key) do update set
    failures = case when f.first_at < $3 then 1 else f.failures + 1 end,
    first_at = case when f.first_at < $3 then $2 else f.first_at end,
    locked_until = case
      when f.first_at >= $3 and f.failures + 1 >= $4::int
        then case when $7 then $2 else f.first_at end + $5::float8 * interval '1 millisecond' end
  where (not $7 or f.locked_until is null or f.locked_until <= $2) and ($6::int is null or f.first_at < $3 or f.failures < $6)`

export async function clearFailures(database: Database, key: string): Promise<void> {
  await database.withSystem(tx => tx.execute(`delete from login_failure where key = ${KEY}`, [key]))
}

/** Within a tenant's transaction, for its administrator. */
export async function unlockUser(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    `delete from login_failure where key in (
       select sha256(convert_to('name/' || lower(u.username || case when t.plain_names then '' else '@' || t.code end), 'UTF8'))
         from app_user u join tenant t on t.id = u.tenant_id where u.id = $1)`,
    [userId],
  )
}
