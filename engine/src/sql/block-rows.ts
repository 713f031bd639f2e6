import type { Tx } from '@sluice/db'
import { copyHash, HASH_BYTES, type Hashed } from '../stage/hash-bytes.ts'
import type { Holder } from './run-rows.ts'

/**
 * Finished records that lie together, a row a page (migration 0031). A block is whole or gone: before one of its records
 * changes, all of them become rows of record_state.
 */
type Owner = Pick<Holder, 'tenantId' | 'strategyId'>

/** The states of a page as lines: what both kinds of insert are given. */
export interface StateLines {
  readonly count: number
  readonly keys: string
  /** null: none of the records has one. */
  readonly numbers: string | null
  /** null: the target answered with none. */
  readonly targetKeys: string | null
  /** 16 bytes a record. */
  readonly hashes: Buffer
  readonly firstOrdinal: number
  /** First and last key and number of records that may lie together; null: they may not. */
  readonly bounds: readonly [string, string, string | null, string | null] | null
  /** The least and the greatest of the target's keys; null: they are not looked up where they lie together. */
  readonly targetBounds: readonly [string, string] | null
  /** Of each record, null for the page's; null: the page's mapped all. */
  readonly versions: readonly (number | null)[] | null
}

interface Stated {
  readonly record: Hashed & {
    readonly key: string
    readonly ordinal: number
    readonly number: string | null
  }
  readonly targetKey: string | null
  readonly version?: number
}

/** What of a page can be told in lines; null: some records need more than that. */
export function toStateLines(rows: readonly Stated[]): StateLines | null {
  const head = rows[0]?.record
  if (!head) return null
  const numbers = toLines(rows, row => row.record.number)
  const targetKeys = toLines(rows, row => row.targetKey)
  const keys = toLines(rows, row => row.record.key)
  if (numbers === undefined || targetKeys === undefined || !keys) return null
  const hashes = Buffer.alloc(rows.length * HASH_BYTES)
  let isRising = true
  let before = head
  for (let index = 0; index < rows.length; index += 1) {
    const { record } = rows[index]! // index < rows.length
    if (record.ordinal !== head.ordinal + index) return null
    copyHash(record, hashes, index * HASH_BYTES)
    if (index > 0) isRising &&= isAfter(record.key, before.key) && isAfter(record.number, before.number)
    before = record
  }
  const isBlock = isRising && isPlain(keys) && (numbers === null || isPlain(numbers))
  return {
    count: rows.length,
    keys,
    numbers,
    targetKeys,
    hashes,
    firstOrdinal: head.ordinal,
    bounds: isBlock ? [head.key, before.key, head.number, before.number] : null,
    targetBounds: isBlock && targetKeys !== null && isPlain(targetKeys) ? boundTargets(rows) : null,
    versions: rows.some(({ version }) => version !== undefined) ? rows.map(({ version }) => version ?? null) : null,
  }
}

/** Unlike keys they need not rise: the target gives them. */
function boundTargets(rows: readonly Stated[]): readonly [string, string] | null {
  let least = rows[0]!.targetKey! // there are lines of them, so every row has one
  let greatest = least
  for (const { targetKey } of rows) {
    if (targetKey?.length !== least.length) return null
    if (targetKey < least) least = targetKey
    else if (targetKey > greatest) greatest = targetKey
  }
  return [least, greatest]
}

/** null: nobody has one. undefined: some have, or one is no line. */
function toLines(rows: readonly Stated[], read: (row: Stated) => string | null): string | null | undefined {
  const first = read(rows[0]!) // the caller has looked
  if (first === null) return rows.every(row => read(row) === null) ? null : undefined
  const lines: string[] = []
  for (const row of rows) {
    const text = read(row)
    if (text === null || text.includes('\n')) return undefined
    lines.push(text)
  }
  return lines.join('\n')
}

/** Where nobody has a number, none comes after another. */
const isAfter = (text: string | null, before: string | null): boolean =>
  text === null || before === null || (text.length === before.length && text > before)

/** Printable ASCII, so that the database's order is JavaScript's. */
const isPlain = (lines: string): boolean => /^[\x20-\x7e\n]*$/.test(lines)

/**
 * Inserts the block unless one of its keys could be there already: rows between its keys, or another block over them.
 * $1 tenant, $2 run, $4 strategy, $5 page, $6 its time, $7 version, then what `blockValues` gives.
 */
export const INSERT_BLOCK = `insert into record_block (tenant_id, strategy_id, run_id, first_id, record_count, key_length,
    first_key, last_key, number_length, first_number, last_number, page_id, page_at, first_ordinal, version, keys, numbers,
    target_keys, target_length, first_target, last_target, versions, hashes)
  select $1, $4, $2, nextval('record_id'), $12, length($13::text), $13, $14, length($15::text), $15, $16::text, $5, $6, $11,
    $7, string_to_array($8, E'\\n'), string_to_array($9, E'\\n'),
    string_to_array($17, E'\\n'), length($18::text), $18, $19::text, $20::int[], $10::bytea
  where not exists (select from record_state where tenant_id = $1 and strategy_id = $4 and key >= $13 and key <= $14)
    and coalesce((select first_key from record_block where tenant_id = $1 and strategy_id = $4
      and key_length = length($13::text) and last_key >= $13
      order by tenant_id, strategy_id, key_length, last_key limit 1) > $14, true)
  returning 1`

export const blockValues = (lines: StateLines): unknown[] => [
  lines.keys,
  lines.numbers,
  lines.hashes,
  lines.firstOrdinal,
  lines.count,
  ...(lines.bounds ?? []),
  lines.targetKeys,
  ...(lines.targetBounds ?? [null, null]),
  // As the database writes it: the driver takes its time over each of a thousand numbers.
  lines.versions && `{${lines.versions.map(version => version ?? 'null').join()}}`,
]

/** A block as it lies, to be searched here. */
export interface BlockKeys {
  readonly first_id: string
  /** Lines. */
  readonly keys: string
  readonly hashes: Buffer
  readonly run_id: string
}

/** Blocks that may hold keys of these lengths from `first` to `last`, at most `limit`. */
export const BLOCKS_BETWEEN = `select first_id, array_to_string(keys, E'\\n') as keys, hashes, run_id from record_block
  where tenant_id = $1 and strategy_id = $2 and key_length = any ($6::int[]) and last_key >= $3 and first_key <= $4
  order by tenant_id, strategy_id, key_length, last_key limit $7`

/** `k`: the keys $3 with their lengths, which row-level security lets be an index condition only where they are given. */
const PROBE = `from (select key, length(key) as size from unnest($3::text[]) key offset 0) k cross join lateral (
    select first_id, first_key, keys, hashes, run_id from record_block
    where tenant_id = $1 and strategy_id = $2 and key_length = k.size and last_key >= k.key collate "C"
    order by tenant_id, strategy_id, key_length, last_key limit 1) b
  cross join lateral (select array_position(b.keys, k.key) as at) p
  where b.first_key <= k.key collate "C" and p.at is not null
    and (select true from record_block where tenant_id = $1 and strategy_id = $2 limit 1)`

/** Known records of blocks, as `findKnown` tells them. */
export const KNOWN_IN_BLOCKS = `select k.key, b.first_id + p.at - 1 as id, substr(b.hashes, 16 * p.at - 15, 16) as hash,
  2::smallint as status, 1::smallint as attempts, 0 as generation, null::uuid as tried_by, b.run_id
  ${PROBE}`

/** `first_id`s by any statement over $1 tenant, $2 strategy, $3; in their order, so that two cannot wait for each other. */
const unfold = (chosen: string): string => `with chosen as materialized (
    select first_id from record_block where tenant_id = $1 and strategy_id = $2 and first_id in (${chosen})
    order by first_id for update),
  gone as (delete from record_block b using chosen c
    where b.tenant_id = $1 and b.strategy_id = $2 and b.first_id = c.first_id returning b as block)
  insert into record_state select r.* from gone cross join lateral open_block(gone.block) r`

const UNFOLD_KEYS = unfold(`select b.first_id ${PROBE}`)
const UNFOLD_IDS = unfold(`select b.first_id from unnest($3::bigint[]) k(id) cross join lateral (
    select first_id, record_count from record_block where tenant_id = $1 and strategy_id = $2 and first_id <= k.id
    order by tenant_id desc, strategy_id desc, first_id desc limit 1) b
  where k.id < b.first_id + b.record_count`)
const UNFOLD_RUN = unfold(
  'select first_id from record_block where tenant_id = $1 and strategy_id = $2 and run_id = $3::uuid',
)
const UNFOLD_VANISHED = unfold(`select b.first_id from record_block b where b.tenant_id = $1 and b.strategy_id = $2
  and exists (select from unnest(b.keys) key where not exists (
    select from scan_key s where s.tenant_id = $1 and s.run_id = $3::uuid and s.key = key collate "C"))`)

/** Makes rows of the blocks that hold any of these keys. Before every lock or change of records. */
export async function unfoldKeys(tx: Tx, { tenantId, strategyId }: Owner, keys: readonly string[]): Promise<void> {
  await tx.execute(UNFOLD_KEYS, [tenantId, strategyId, keys], { name: 'block_unfold' })
}

/** As `unfoldKeys`, by ids of records. */
export async function unfoldIds(tx: Tx, { tenantId, strategyId }: Owner, ids: readonly string[]): Promise<void> {
  await tx.execute(UNFOLD_IDS, [tenantId, strategyId, ids])
}

/** As `unfoldKeys`, all that a run wrote. */
export async function unfoldRun(tx: Tx, { tenantId, strategyId, runId }: Holder): Promise<void> {
  await tx.execute(UNFOLD_RUN, [tenantId, strategyId, runId])
}

/** As `unfoldKeys`, those with keys that the run's complete scan did not meet. */
export async function unfoldVanished(tx: Tx, { tenantId, strategyId, runId }: Holder): Promise<void> {
  await tx.execute(UNFOLD_VANISHED, [tenantId, strategyId, runId])
}
