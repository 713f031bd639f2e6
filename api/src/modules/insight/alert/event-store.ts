import type { Tx } from '@sluice/db'
import type { AlertEvent } from './contract.ts'

/** Something a rule speaks of, as of this look. */
export interface Finding {
  readonly ruleId: string
  readonly objectType: AlertEvent['object_type']
  readonly objectId: string
  readonly objectName: string
  /** English. */
  readonly text: string
}

export interface EventRow {
  readonly id: string
  readonly rule_id: string
  readonly object_type: AlertEvent['object_type']
  readonly object_id: string
  readonly object_name: string
  readonly text: string
  readonly first_at: string
  readonly told_at: string | null
  readonly told: number
}

const COLUMNS = 'e.id, e.rule_id, e.object_type, e.object_id, e.object_name, e.text, e.first_at, e.told_at, e.told'

export const listOpenEvents = (tx: Tx): Promise<EventRow[]> =>
  tx.query<EventRow>(`select ${COLUMNS} from alert_event e where e.tenant_id = app_tenant() and e.resolved_at is null`)

/**
 * Opens what is new and brings what goes on up to date. What comes back soon after it was told counts as told: a thing
 * that flickers is told once in `within` minutes.
 */
export const keepEvents = (
  tx: Tx,
  findings: readonly (Finding & { readonly id: string; readonly withinMinutes: number })[],
): Promise<(EventRow & { readonly is_new: boolean })[]> =>
  tx.query<EventRow & { readonly is_new: boolean }>(
    `with found as (
       select * from jsonb_to_recordset($1::jsonb) as f(id uuid, "ruleId" uuid, "objectType" text, "objectId" uuid,
         "objectName" text, text text, "withinMinutes" int))
     insert into alert_event as e (id, rule_id, object_type, object_id, object_name, text, told_at)
     select f.id, f."ruleId", f."objectType", f."objectId", f."objectName", f.text, (
         select max(b.told_at) from alert_event b where b.tenant_id = app_tenant() and b.rule_id = f."ruleId"
            and b.object_id = f."objectId" and b.told_at > now() - make_interval(mins => f."withinMinutes"))
       from found f
     on conflict (tenant_id, rule_id, object_id) where resolved_at is null do update
       set last_at = now(), text = excluded.text, object_name = excluded.object_name
     returning ${COLUMNS}, e.first_at = e.last_at as is_new`,
    [JSON.stringify(findings)],
  )

export const resolveEvents = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute('update alert_event set resolved_at = now() where tenant_id = app_tenant() and id = any($1::uuid[])', [
    ids,
  ])

export const noteTold = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute(
    'update alert_event set told_at = now(), told = told + 1 where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )

/** Of these, what goes on. */
export async function listStillOpen(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `select id from alert_event where tenant_id = app_tenant() and id = any($1::uuid[]) and resolved_at is null`,
    [ids],
  )
  return new Set(rows.map(row => row.id))
}

/** Nobody sees events of strategies or connectors they may not see. */
export const searchEvents = (
  tx: Tx,
  filter: { readonly isOpen: boolean; readonly ruleId: string | null },
  limit: number,
  offset: number,
) =>
  tx.query<AlertEvent & { readonly total: string }>(
    `select ${COLUMNS}, e.last_at, e.resolved_at, r.name as rule_name, r.kind, count(*) over () as total
       from alert_event e join alert_rule r on r.tenant_id = e.tenant_id and r.id = e.rule_id
      where e.tenant_id = app_tenant() and (not $1::boolean or e.resolved_at is null)
        and ($2::uuid is null or e.rule_id = $2)
        and (e.object_type <> 'strategy' or exists (
          select from strategy s where s.tenant_id = app_tenant() and s.id = e.object_id))
      order by e.resolved_at is not null, e.last_at desc, e.id desc limit $3 offset $4`,
    [filter.isOpen, filter.ruleId, limit, offset],
  )

const KEEP_DAYS = 90

export const tidyEvents = (tx: Tx): Promise<number> =>
  tx.execute(`delete from alert_event where resolved_at < now() - interval '${KEEP_DAYS} days'`)
