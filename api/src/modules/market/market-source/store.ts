import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** Why a package was not taken. */
export interface Problem {
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly failure: Pick<FailureDetail, 'code' | 'message' | 'field' | 'value'>
}

export interface SourceRow {
  readonly id: string
  readonly tenant_id: string
  readonly title: string
  readonly address: string
  readonly key: string
  readonly every_minutes: number
  readonly takes: 'review' | 'clean'
  readonly is_on: boolean
  readonly serial: string
  readonly index_digest: string
  readonly signed_at: string | null
  readonly packages: number
  readonly remaining: number
  readonly looked_at: string | null
  readonly failure: Problem['failure'] | null
  readonly problems: readonly Problem[]
  readonly lock: number
}

const SOURCE = `s.id, s.tenant_id, s.title, s.address, s.key, s.every_minutes, s.takes, s.is_on, s.serial::text as serial,
  s.index_digest, s.signed_at, s.packages, s.remaining, s.looked_at, s.failure, s.problems, s.lock`

export interface SourceCounts {
  readonly waiting: number
  readonly released: number
  readonly refused: number
  readonly withdrawn: number
}
const countOf = (state: keyof SourceCounts): string =>
  `(select count(*)::int from market_mirror m where m.tenant_id = s.tenant_id and m.source_id = s.id and m.state = '${state}') as ${state}`
const COUNTS = [countOf('waiting'), countOf('released'), countOf('refused'), countOf('withdrawn')].join(', ')

export const listSources = (tx: Tx): Promise<(SourceRow & SourceCounts)[]> =>
  tx.query(`select ${SOURCE}, ${COUNTS} from market_source s where s.tenant_id = app_tenant() order by s.title, s.id`)

export async function findSource(tx: Tx, id: string): Promise<(SourceRow & SourceCounts) | undefined> {
  const [row] = await tx.query<SourceRow & SourceCounts>(
    `select ${SOURCE}, ${COUNTS} from market_source s where s.tenant_id = app_tenant() and s.id = $1`,
    [id],
  )
  return row
}

export interface SourceWrite {
  readonly id: string
  readonly title: string
  readonly address: string
  readonly key: string
  readonly every_minutes: number
  readonly takes: 'review' | 'clean'
}

export const insertSource = (tx: Tx, row: SourceWrite, userId: string): Promise<number> =>
  tx.execute(
    `insert into market_source (id, title, address, key, every_minutes, takes, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.title, row.address, row.key, row.every_minutes, row.takes, userId],
  )

/** Another key is another market: what was believed of the one before says nothing of it. */
export const updateSource = (tx: Tx, row: SourceWrite & { readonly is_on: boolean }, lock: number): Promise<number> =>
  tx.execute(
    `update market_source set title = $2, address = $3, key = $4, every_minutes = $5, takes = $6, is_on = $7, lock = lock + 1,
            serial = case when key = $4 then serial else 0 end, index_digest = case when key = $4 then index_digest else '' end,
            looked_at = case when key = $4 and address = $3 then looked_at end,
            failure = case when key = $4 and address = $3 then failure end
      where tenant_id = app_tenant() and id = $1 and lock = $8`,
    [row.id, row.title, row.address, row.key, row.every_minutes, row.takes, row.is_on, lock],
  )

/** With all that came from there. */
export async function deleteSource(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `delete from market_offer where id in (select m.id from market_mirror m where m.tenant_id = app_tenant() and m.source_id = $1)`,
    [id],
  )
  await tx.execute('delete from market_source where tenant_id = app_tenant() and id = $1', [id])
}

/** A look that is not heard of for so long is over, whatever became of its process. */
const CLAIM = `interval '2 minutes'`

/** One that may be looked into, for this process alone. */
export async function claimSource(tx: Tx, id: string): Promise<SourceRow | undefined> {
  const [row] = await tx.query<SourceRow>(
    `update market_source s set claimed_until = now() + ${CLAIM}
      where s.tenant_id = app_tenant() and s.id = $1 and (s.claimed_until is null or s.claimed_until < now()) returning ${SOURCE}`,
    [id],
  )
  return row
}

/** Before anything of a look is written. @returns 0 where the source is gone, or follows another key since */
export const keepClaim = (tx: Tx, { id, key }: Pick<SourceRow, 'id' | 'key'>): Promise<number> =>
  tx.execute(
    `update market_source set claimed_until = now() + ${CLAIM} where tenant_id = app_tenant() and id = $1 and key = $2`,
    [id, key],
  )

/** Those whose time has come, or that are not yet fetched as a whole. In withSystem. */
export const listDue = (tx: Tx, now: string): Promise<{ readonly id: string; readonly tenant_id: string }[]> =>
  tx.query(
    `select id, tenant_id from market_source
      where is_on and address <> '' and (claimed_until is null or claimed_until < now())
        and (looked_at is null or looked_at + make_interval(mins => every_minutes) <= $1::timestamptz
             or remaining > 0 and failure is null and looked_at + interval '1 minute' <= $1::timestamptz)
      order by looked_at nulls first, id limit 20`,
    [now],
  )

interface Looked {
  readonly at: string
  readonly serial: number
  readonly index_digest: string
  readonly signed_at: string
  readonly packages: number
  readonly remaining: number
  readonly problems: readonly Problem[]
}

export const writeLooked = (tx: Tx, id: string, row: Looked): Promise<number> =>
  tx.execute(
    `update market_source set looked_at = $2, serial = $3, index_digest = $4, signed_at = $5, packages = $6, remaining = $7,
            problems = $8, failure = null, claimed_until = null where tenant_id = app_tenant() and id = $1`,
    [
      ...[id, row.at, row.serial, row.index_digest, row.signed_at, row.packages, row.remaining],
      JSON.stringify(row.problems),
    ],
  )

/** What was believed before stays. */
export const writeFailed = (tx: Tx, id: string, at: string, failure: Problem['failure']): Promise<number> =>
  tx.execute(
    'update market_source set looked_at = $2, failure = $3, claimed_until = null where tenant_id = app_tenant() and id = $1',
    [id, at, JSON.stringify(failure)],
  )

export const freeClaim = (tx: Tx, id: string): Promise<number> =>
  tx.execute('update market_source set claimed_until = null where tenant_id = app_tenant() and id = $1', [id])

/** What this installation released into its own market. */
export const listOwn = (
  tx: Tx,
): Promise<
  { readonly name: string; readonly version: string; readonly publisher_key: string; readonly file_digest: string }[]
> =>
  tx.query(
    `select name, version, publisher_key, file_digest from market_offer where source = '' and code_digest is null`,
  )

/** Who has releases installed, by tenant. In withSystem. */
export const listInstalled = (
  tx: Tx,
  releases: readonly { readonly name: string; readonly version: string; readonly publisher_key: string }[],
): Promise<{ readonly tenant_id: string; readonly id: string; readonly name: string; readonly version: string }[]> =>
  tx.query(
    `select i.tenant_id, i.id, i.name, i.version from package_installation i
       join jsonb_to_recordset($1::jsonb) as x(name text, version text, publisher_key text)
         on x.name = i.name and x.version = i.version and x.publisher_key = i.publisher_key`,
    [JSON.stringify(releases)],
  )
