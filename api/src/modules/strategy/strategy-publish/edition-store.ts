import { NEWEST_EDITION } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { OldStrategy } from './contract.ts'

/** Strategies whose published version speaks an older edition; those that would change most come first. */
export const searchOld = (
  tx: Tx,
  limit: number,
  offset: number,
): Promise<(OldStrategy & { readonly total: string })[]> =>
  tx.query(
    `select s.id, s.name, s.code, s.status, s.version, count(*) over () as total,
            coalesce((select sum(c.count) from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id), 0)::int
              as records,
            (select count(*)::int from aggregate_report a where a.tenant_id = s.tenant_id and a.strategy_id = s.id
              and (a.definition ->> 'edition')::int < $1) as reports,
            coalesce(g.parts is not null, false) as has_draft,
            case when r.id is not null then jsonb_build_object('id', r.id, 'state', r.state, 'examined', r.examined,
              'otherwise', coalesce(k.changed + k.refused + k.accepted + k.filtered, 0), 'refused', coalesce(k.refused, 0),
              'created_at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as comparison
       from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       left join strategy_gate g on g.tenant_id = s.tenant_id and g.strategy_id = s.id
       left join lateral (select id, state, examined, summary, created_at from rehearsal
          where tenant_id = s.tenant_id and strategy_id = s.id and base_version = s.version and compares = 'edition'
          order by created_at desc limit 1) r on true
       left join lateral (select (n ->> 'changed')::int as changed, (n ->> 'refused')::int as refused,
            (n ->> 'accepted')::int as accepted, (n ->> 'filtered')::int as filtered
          from (select r.summary::jsonb -> 'kinds' as n) as parsed) k on true
      where s.tenant_id = app_tenant()
        and least((v.config #>> '{mapping,edition}')::int, (v.config #>> '{source,group,edition}')::int,
              (v.config #>> '{target,writeBack,edition}')::int, $1) < $1
      order by coalesce(k.changed + k.refused + k.accepted + k.filtered, -1) desc, s.name, s.id limit $2 offset $3`,
    [NEWEST_EDITION, limit, offset],
  )
