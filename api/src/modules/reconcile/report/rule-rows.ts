import type { Tx } from '@sluice/db'
import type { RuleRow } from './contract.ts'
import type { ReportSearch } from './item-rows.ts'

/** Matches that the days touch, as a flow lists them; a rule is known by its name in the flow. */
export const listRules = (tx: Tx, { accountId, currency, from, to }: ReportSearch): Promise<RuleRow[]> =>
  tx.query<RuleRow>(
    `with flow as (
       select f.id, f.name from recon_flow f where f.tenant_id = app_tenant() and f.status = 'active'
          and ($1::uuid is null or exists (select from recon_flow_account fa
                where fa.tenant_id = f.tenant_id and fa.flow_id = f.id and fa.account_id = $1))
     ), sum as (
       select g.flow_id, g.rule, g.currency, count(*) filter (where g.state = 'confirmed')::int as matches,
              count(*) filter (where g.state = 'confirmed' and g.decided_by is not null)::int as confirmed,
              count(*) filter (where g.state = 'proposed')::int as proposed,
              count(*) filter (where g.state = 'revoked' and g.decided_by is not null)::int as rejected,
              coalesce(sum(g.a_count) filter (where g.state = 'confirmed'), 0)::int as a_lines,
              coalesce(sum(g.a_minor) filter (where g.state = 'confirmed'), 0)::text as a_minor
         from match_group g join flow f on f.id = g.flow_id
        where g.tenant_id = app_tenant() and ($2::text is null or g.currency = $2)
          and ($3::date is null or g.day_to >= $3) and ($4::date is null or g.day_from <= $4)
        group by 1, 2, 3
     ), whole as (
       select fa.flow_id, l.currency, count(*) as lines from recon_flow_account fa
         join flow f on f.id = fa.flow_id
         join bill_line l on l.tenant_id = fa.tenant_id and l.account_id = fa.account_id and l.status not in ('duplicate', 'ignored')
          and ($2::text is null or l.currency = $2)
          and ($3::date is null or l.bill_date >= $3::date and l.occurred_at >= $3::date - interval '36 hours')
          and ($4::date is null or l.bill_date <= $4::date and l.occurred_at < $4::date + interval '60 hours')
        where fa.tenant_id = app_tenant() group by 1, 2
     )
     select s.*, f.name as flow, coalesce(least(10000, s.a_lines * 10000 / nullif(w.lines, 0)), 0)::int as share
       from sum s join flow f on f.id = s.flow_id left join whole w on w.flow_id = s.flow_id and w.currency = s.currency
      order by f.name, s.flow_id, s.currency, s.matches desc, s.rule`,
    [accountId, currency, from, to],
  )
