import type { Tx } from '@sluice/db'
import { type BothSides, type MatchResult, SCORES } from '@sluice/matcher'
import type { ReconWork } from './run-store.ts'

type Kept = Pick<ReconWork, 'id' | 'flow_id' | 'rules'>

/** Rows of one piece of text on the way to the database. */
const CHUNK = 2000

/**
 * Everything a run found, in one transaction: matches, their lines with their states, and what is left. A line that is no longer
 * open, or of another amount by now, undoes it all. @returns lines that were taken and are not so any more: 0, or the caller undoes the transaction
 */
export async function keepResult(tx: Tx, run: Kept, lines: BothSides, result: MatchResult): Promise<number> {
  await tx.execute(
    `create temp table kept_group (no int primary key, id bigint not null default nextval('match_group_id_seq'), rule smallint,
       state text, currency text, a_count int, b_count int, a_minor numeric, b_minor numeric,
       at_ms float8, day_from date, day_to date) on commit drop`,
  )
  await tx.execute(
    'create temp table kept_item (no int, side text, line_id bigint, amount_minor bigint) on commit drop',
  )
  await tx.execute(
    'create temp table kept_open (side text, line_id bigint, kind text, rule smallint, candidates int) on commit drop',
  )
  await tx.copyIn(
    'copy kept_group (no, rule, state, currency, a_count, b_count, a_minor, b_minor, at_ms, day_from, day_to) from stdin',
    writeGroups(lines, result),
  )
  await tx.copyIn('copy kept_item from stdin', writeItems(lines, result))
  await tx.copyIn('copy kept_open from stdin', writeOpen(lines, result))
  // Without figures of how many there are, the joins below are planned for a handful of rows.
  for (const table of ['kept_group', 'kept_item', 'kept_open']) await tx.execute(`analyze ${table}`)
  await keepGroups(tx, run)
  const taken = result.groups.items.length
  const moved = (await moveTaken(tx, 'a')) + (await moveTaken(tx, 'b'))
  await keepExceptions(tx, run)
  return taken - moved
}

async function keepGroups(tx: Tx, { id, flow_id, rules }: Kept): Promise<void> {
  const { list } = rules
  await tx.execute(
    `insert into match_group (id, flow_id, run_id, rule, rule_hash, score, state, currency, a_count, b_count, a_minor, b_minor,
       occurred_at, day_from, day_to)
     overriding system value
     select g.id, $1, $2, ($3::text[])[g.rule + 1], ($4::text[])[g.rule + 1], ($5::smallint[])[g.rule + 1], g.state, g.currency,
            g.a_count, g.b_count, g.a_minor, g.b_minor, to_timestamp(g.at_ms / 1000), g.day_from, g.day_to
       from kept_group g order by g.no`,
    [
      ...[flow_id, id, list.map(({ rule }) => rule.id), list.map(({ hash }) => hash)],
      list.map(({ rule }) => SCORES[rule.kind]),
    ],
  )
  await tx.execute(
    `insert into match_item (group_id, side, line_id, amount_minor)
     select g.id, i.side, i.line_id, i.amount_minor from kept_item i join kept_group g using (no) order by g.id, i.side, i.line_id`,
  )
  await tx.execute(
    `insert into recon_adjustment (id, flow_id, group_id, item, amount_minor, currency, state)
     select gen_random_uuid(), $1, g.id, ($2::text[])[g.rule + 1], g.a_minor - g.b_minor, g.currency, 'approved'
       from kept_group g where g.state = 'confirmed' and g.a_minor <> g.b_minor`,
    [flow_id, list.map(({ rule }) => (rule.kind === 'tolerance' ? rule.item : ''))],
  )
}

const moveTaken = (tx: Tx, side: 'a' | 'b'): Promise<number> =>
  tx.execute(
    `update ${side === 'a' ? 'bill_line' : 'supply_line'} l
        set status = case g.state when 'confirmed' then 'matched' else 'proposed' end, version = l.version + 1, updated_at = now()
       from kept_item i join kept_group g using (no)
      where i.side = '${side}' and l.tenant_id = app_tenant() and l.id = i.line_id and l.status = 'open'
        and l.amount_minor = i.amount_minor`,
  )

async function keepExceptions(tx: Tx, { id, flow_id, rules }: Kept): Promise<void> {
  await tx.execute(
    `delete from recon_exception e using kept_item i
      where e.tenant_id = app_tenant() and e.flow_id = $1 and e.side = i.side and e.line_id = i.line_id`,
    [flow_id],
  )
  await tx.execute(
    `insert into recon_exception (flow_id, side, line_id, run_id, kind, rule, candidates)
     select $1, o.side, o.line_id, $2, o.kind, ($3::text[])[o.rule + 1], o.candidates from kept_open o
     on conflict (tenant_id, flow_id, side, line_id) do update set run_id = excluded.run_id, kind = excluded.kind,
       rule = excluded.rule, candidates = excluded.candidates,
       since = case when recon_exception.kind = excluded.kind then recon_exception.since else now() end`,
    [flow_id, id, rules.list.map(({ rule }) => rule.id)],
  )
}

function* chunks(count: number, write: (at: number) => string): Generator<string> {
  for (let from = 0; from < count; from += CHUNK) {
    let text = ''
    for (let at = from; at < Math.min(from + CHUNK, count); at += 1) text += write(at)
    yield text
  }
}

/** No value has a tab, a line break or a backslash: numbers, words of ours, three letters of a currency. */
const writeRow = (...values: readonly (string | number | bigint)[]): string => `${values.join('\t')}\n`

function writeGroups(lines: BothSides, { groups }: MatchResult): Generator<string> {
  const sum = (side: 'a' | 'b', from: number, to: number): bigint => {
    let total = 0n
    for (let at = from; at < to; at += 1) total += lines[side].amountsMinor[groups.items[at]!]! // an item is a row
    return total
  }
  return chunks(groups.count, no => {
    const [from, middle, to] = [no === 0 ? 0 : groups.bEnds[no - 1]!, groups.aEnds[no]!, groups.bEnds[no]!] // a group
    const state = groups.confirmed[no] === 1 ? 'confirmed' : 'proposed'
    const currency = lines.a.currencies[groups.items[from]!]! // every group begins with a line of A
    return writeRow(
      ...[no, groups.rules[no]!, state, currency, middle - from, to - middle], // a group
      ...[sum('a', from, middle), sum('b', middle, to), ...findSpan(lines, groups.items, from, middle, to)],
    )
  })
}

/** The first moment, and the first and the last day, of the lines of a group. */
function findSpan(
  lines: BothSides,
  items: ArrayLike<number>,
  from: number,
  middle: number,
  to: number,
): [ms: number, first: string, last: string] {
  let [ms, first, last] = [Number.POSITIVE_INFINITY, '', '']
  for (let at = from; at < to; at += 1) {
    const side = lines[at < middle ? 'a' : 'b']
    const row = items[at]! // at < length
    const day = side.columns['day']![row]! // every line has its day
    ms = Math.min(ms, side.occurredMs[row]!) // a row
    if (first === '' || day < first) first = day
    if (day > last) last = day
  }
  return [ms, first, last]
}

function writeItems(lines: BothSides, { groups }: MatchResult): Generator<string> {
  let group = 0
  return chunks(groups.items.length, at => {
    while (at >= groups.bEnds[group]!) group += 1 // an item lies in a group
    const side = at < groups.aEnds[group]! ? 'a' : 'b' // a group
    const row = groups.items[at]! // at < length
    return writeRow(group, side, lines[side].ids[row]!, lines[side].amountsMinor[row]!) // an item is a row
  })
}

const writeOpen = (lines: BothSides, { open }: MatchResult): Generator<string> =>
  chunks(open.length, at => {
    const { side, row, kind, rule, candidates } = open[at]! // at < length
    return writeRow(side, lines[side].ids[row]!, kind, rule, candidates) // a row
  })
