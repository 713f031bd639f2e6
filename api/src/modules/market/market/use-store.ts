import type { Tx } from '@sluice/db'

/** Installations of all tenants; records only of those that agreed to it. In withSystem. */
export async function writeUse(tx: Tx): Promise<void> {
  await tx.execute(
    `insert into market_use (name, publisher_key, installs, records, errors, counted_at)
     select i.name, i.publisher_key, count(*), coalesce(sum(t.records), 0), coalesce(sum(t.errors), 0), now()
       from package_installation i
       left join lateral (
         select sum(y.written) as records, sum(y.errors) as errors
           from strategy s join strategy_tally y on y.tenant_id = s.tenant_id and y.strategy_id = s.id
          where i.tells_use and s.tenant_id = i.tenant_id and y.at >= now() - interval '30 days'
            and s.code in (select o ->> 'key' from jsonb_array_elements(i.objects) o where o ->> 'kind' = 'strategy')) t on true
      group by i.name, i.publisher_key
     on conflict (name, publisher_key) do update
       set installs = excluded.installs, records = excluded.records, errors = excluded.errors, counted_at = now()`,
  )
  await tx.execute(
    `delete from market_use u where not exists (
       select from package_installation i where i.name = u.name and i.publisher_key = u.publisher_key)`,
  )
}
