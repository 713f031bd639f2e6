import { errorDataStates, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { BoundObject } from '../../../packaging/index.ts'

export interface InstallationHead {
  readonly id: string
  readonly ref: string
  readonly name: string
  readonly version: string
  readonly publisher: string
  /** Empty: it came with the product. */
  readonly publisher_key: string
  readonly prefix: string
  readonly group_name: string
  readonly flows: readonly string[]
  /** Connector ids by slot. */
  readonly connectors: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  readonly objects: readonly BoundObject[]
  readonly is_converted: boolean
  readonly lock: number
  readonly created_at: string
  readonly title: unknown
  readonly platforms: readonly string[]
  /** What the last upgrade found: the version before. */
  readonly previous_version: string | null
}

/** With the texts that only changes need. */
export interface InstallationWhole extends InstallationHead {
  /** SolutionPackage as JSON text. */
  readonly document: string
  /** ConfigFile[] as JSON text. */
  readonly base: string
  readonly previous: string | null
}

const HEAD = `i.id, i.ref, i.name, i.version, i.publisher, i.publisher_key, i.prefix, i.group_name, i.flows, i.connectors,
  i.params, i.objects, i.is_converted, i.lock, i.created_at, i.title, i.platforms, i.previous_version`

export const listInstallations = (
  tx: Tx,
  pattern: string | null,
  limit: number,
  offset: number,
): Promise<(InstallationHead & { readonly total: string })[]> =>
  tx.query(
    `select ${HEAD}, count(*) over ()::text as total from package_installation i
      where i.tenant_id = app_tenant()
        and ($1::text is null or i.name ilike $1 escape '\\' or i.prefix ilike $1 escape '\\' or i.title::text ilike $1 escape '\\')
      order by i.created_at desc, i.id limit $2 offset $3`,
    [pattern, limit, offset],
  )

export async function findInstallation(tx: Tx, id: string, isHeld = false): Promise<InstallationWhole | undefined> {
  const [row] = await tx.query<InstallationWhole>(
    `select ${HEAD}, i.document, i.base, i.previous from package_installation i
      where i.tenant_id = app_tenant() and i.id = $1 ${isHeld ? 'for update' : ''}`,
    [id],
  )
  return row
}

export async function listInstalledVersions(tx: Tx): Promise<{ readonly name: string; readonly version: string }[]> {
  return tx.query('select name, version from package_installation where tenant_id = app_tenant()')
}

export type InstallationWrite = Omit<
  InstallationWhole,
  'lock' | 'created_at' | 'is_converted' | 'previous' | 'previous_version'
> & { readonly userId: string; readonly tells_use: boolean }

export const insertInstallation = (tx: Tx, row: InstallationWrite): Promise<number> =>
  tx.execute(
    `insert into package_installation
       (id, ref, name, version, publisher, publisher_key, prefix, group_name, flows, connectors, params, objects, title,
        platforms, document, base, tells_use, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      ...[
        row.id,
        row.ref,
        row.name,
        row.version,
        row.publisher,
        row.publisher_key,
        row.prefix,
        row.group_name,
        row.flows,
      ],
      ...[JSON.stringify(row.connectors), JSON.stringify(row.params), JSON.stringify(row.objects)],
      ...[JSON.stringify(row.title), row.platforms, row.document, row.base, row.tells_use, row.userId],
    ],
  )

export interface FlowRow {
  readonly id: string
  readonly code: string
  readonly status: 'draft' | 'stopped' | 'running'
  readonly cron: string | null
  readonly done: string
  readonly failed: string
  readonly waiting: string
  readonly done_today: string
  readonly last_run_at: string | null
  readonly last_run_state: string | null
  /** Rows of the source that became no record. */
  readonly rejected: string
  readonly imbalance: string | null
}

const countOf = (states: readonly number[]): string =>
  `coalesce(sum(count) filter (where status in (${states.join()})), 0)::text`

/** Strategies of installations with what they moved; those of them that the caller sees. */
export const listFlows = (tx: Tx, codes: readonly string[]): Promise<FlowRow[]> =>
  tx.query(
    `select s.id, s.code, s.status, v.config #>> '{schedule,cron}' as cron, n.done, n.failed, n.waiting,
            coalesce(d.written, 0)::text as done_today, coalesce(p.rejected, 0)::text as rejected,
            r.created_at as last_run_at, r.state as last_run_state, r.imbalance
       from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       join tenant t on t.id = s.tenant_id
       left join strategy_pulse p on p.tenant_id = s.tenant_id and p.strategy_id = s.id
       left join lateral (
         select ${countOf(recordStandings.written)} as done, ${countOf(errorDataStates)} as failed,
                ${countOf(recordStandings.waiting)} as waiting
           from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id) n on true
       left join lateral (
         select sum(y.written) as written from strategy_tally y where y.tenant_id = s.tenant_id and y.strategy_id = s.id
            and y.at >= date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone) d on true
       left join lateral (
         select state, created_at, imbalance from run
          where tenant_id = s.tenant_id and strategy_id = s.id order by created_at desc limit 1) r on true
      where s.tenant_id = app_tenant() and s.code = any($1::text[])`,
    [codes],
  )

export const listPlaces = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string; readonly platform_id: string; readonly status: string }[]> =>
  tx.query(
    'select id, name, platform_id, status from connector where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )

export const listMaps = (
  tx: Tx,
  names: readonly string[],
): Promise<{ readonly id: string; readonly name: string; readonly lines: number }[]> =>
  tx.query(
    `select id, name, line_count as lines from value_map where tenant_id = app_tenant() and name = any($1::text[])
      order by name`,
    [names],
  )

/** By their keys in files: `SO/Orders by day`. */
export const listOwnReports = (
  tx: Tx,
  keys: readonly string[],
): Promise<{ readonly id: string; readonly strategy_id: string; readonly strategy: string; readonly name: string }[]> =>
  tx.query(
    `select r.id, r.strategy_id, s.name as strategy, r.name from aggregate_report r
       join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      where r.tenant_id = app_tenant() and r.is_shared and s.code || '/' || r.name = any($1::text[])
      order by s.name, r.name, r.id`,
    [keys],
  )

export const listOwnDashboards = (
  tx: Tx,
  names: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tx.query('select id, name from dashboard where tenant_id = app_tenant() and name = any($1::text[]) order by name', [
    names,
  ])
