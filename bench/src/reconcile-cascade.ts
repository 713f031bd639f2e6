/** The five rules of the bench as one would write them by hand: set by set, what is taken leaves the open lines. */

const OPEN = (side: 'a' | 'b', table: string): string =>
  `create temp table open_${side} as select id, order_no, item_id, account_id, currency, amount_minor, occurred_at
     from ${table} where status = 'open'`

const take = (rule: number, found: string): readonly string[] => [
  `insert into kept select no, ${rule}, 'a', a, amount_a from (${found}) f union all
   select no, ${rule}, 'b', b, amount_b from (${found}) f`,
  ...leave,
]
const leave = [
  'analyze kept',
  `delete from open_a o using kept k where k.side = 'a' and k.line_id = o.id`,
  `delete from open_b o using kept k where k.side = 'b' and k.line_id = o.id`,
  'analyze open_a',
  'analyze open_b',
]

const single = (side: 'a' | 'b'): string =>
  `(select order_no, item_id, currency, amount_minor, min(id) as id from open_${side}
     where order_no is not null and item_id is not null group by 1, 2, 3, 4 having count(*) = 1) ${side}`

const sums = (rule: number, keys: string, condition: string): readonly string[] => [
  'drop table if exists found',
  `create temp table found as select nextval('group_no') as no, f.* from (
     select ${keys} from (select ${keys}, sum(amount_minor) as total, min(abs(amount_minor)) as least from open_a group by ${keys}) a
       join (select ${keys}, sum(amount_minor) as total, min(abs(amount_minor)) as least from open_b group by ${keys}) b
      using (${keys}) where ${condition}) f`,
  'analyze found',
  ...(['a', 'b'] as const).map(
    side =>
      `insert into kept select f.no, ${rule}, '${side}', o.id, o.amount_minor from open_${side} o join found f using (${keys})`,
  ),
  ...leave,
]

export const CASCADE: readonly string[] = [
  `set local work_mem = '256MB'`,
  OPEN('a', 'bill_line'),
  OPEN('b', 'supply_line'),
  'analyze open_a',
  'analyze open_b',
  'create temp sequence group_no',
  'create temp table kept (no bigint, rule smallint, side text, line_id bigint, amount bigint)',
  `create temp table exact as select nextval('group_no') as no, a.id as a, b.id as b, amount_minor as amount_a, amount_minor as amount_b
     from ${single('a')} join ${single('b')} using (order_no, item_id, currency, amount_minor)`,
  ...take(1, 'select * from exact'),
  ...sums(2, 'order_no, item_id, currency', 'a.total = b.total'),
  ...sums(3, 'order_no, currency', 'a.total = b.total'),
  ...sums(4, 'order_no, item_id, currency', 'abs(a.total - b.total) <= 5 and least(a.least, b.least) > 5'),
  `create temp table near as select nextval('group_no') as no, a, b, amount as amount_a, amount as amount_b from (
     select a.id as a, b.id as b, a.amount_minor as amount, count(*) over (partition by a.id) as of_a, count(*) over (partition by b.id) as of_b
       from open_a a join open_b b on b.account_id = a.account_id and b.currency = a.currency and b.amount_minor = a.amount_minor
        and b.occurred_at between a.occurred_at - interval '1 hour' and a.occurred_at + interval '1 hour'
        and (a.order_no is null or b.order_no is null)) p where of_a = 1 and of_b = 1`,
  ...take(5, 'select * from near'),
  'analyze kept',
  'create temp table run as select tenant_id, id, flow_id from recon_run',
  `create temp table numbered as select no, nextval('match_group_id_seq') as id, rule, count(*) filter (where side = 'a') as in_a,
          count(*) filter (where side = 'b') as in_b, sum(amount) filter (where side = 'a') as a_minor,
          sum(amount) filter (where side = 'b') as b_minor from kept group by no, rule`,
  'analyze numbered',
  `insert into match_group (tenant_id, id, flow_id, run_id, rule, rule_hash, score, state, currency, a_count, b_count, a_minor, b_minor)
     overriding system value select tenant_id, n.id, flow_id, run.id, rule::text, rule::text, 100,
       case when rule = 5 then 'proposed' else 'confirmed' end, 'CNY', in_a, in_b, a_minor, b_minor from numbered n, run`,
  `insert into match_item (tenant_id, group_id, side, line_id, amount_minor)
     select tenant_id, n.id, side, line_id, amount from kept join numbered n using (no), run`,
  ...[
    ['a', 'bill_line'],
    ['b', 'supply_line'],
  ].map(
    ([
      side,
      table,
    ]) => `update ${table} l set status = case when k.rule = 5 then 'proposed' else 'matched' end, version = version + 1,
       updated_at = now() from kept k where k.side = '${side}' and k.line_id = l.id`,
  ),
  ...(['a', 'b'] as const).map(
    side => `insert into recon_exception (tenant_id, flow_id, side, line_id, run_id, kind)
       select tenant_id, flow_id, '${side}', o.id, run.id, 'OPEN' from open_${side} o, run`,
  ),
]
