import {
  type Confirm,
  type FoundRow,
  type Target,
  type TargetRecord,
  type WriteGuarantee,
  type WriteOutcome,
  wasSent,
} from '@sluice/connector-kit'
import { BatchPlanner, type EncodedRow, findMissingColumns, MissingRow, type RowGroup } from '@sluice/connector-kit/sql'
import { type Failure, type TargetConfig, toFailure } from '@sluice/contract'
import type { ClickHouseTable } from './catalog.ts'
import type { Client } from './client.ts'
import { makeEncoder } from './encode.ts'
import { keepsAll, unwritable } from './failure.ts'
import { findRows } from './find-rows.ts'
import { packValue } from './row-binary.ts'
import { bare, parseType } from './types.ts'

/** Rows of one request; the whole is in memory, here and there. */
const REQUEST_BYTES = 16 * 1024 * 1024
const WRITTEN: WriteOutcome = { kind: 'written' }

/**
 * Inserts batches in the format RowBinary, one block for each request. A ReplacingMergeTree keeps the last row of a key,
 * so there a repeat changes nothing; every other engine keeps both.
 */
export class ClickHouseTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly findsAtOnce: boolean
  readonly key: readonly string[]
  readonly #table: ClickHouseTable
  readonly #client: Client
  readonly #planner: BatchPlanner

  /** @throws Failure `target.key` where rows cannot be updated by this key */
  constructor(table: ClickHouseTable, config: TargetConfig, client: Client) {
    const key = config.key.length > 0 ? config.key : table.key
    const isByKey = config.mode !== 'insert'
    if (isByKey && !isSameSet(key, table.key))
      throw keepsAll(table.label, table.engine, table.sortingKey.join(', ') || '–')
    this.key = isByKey ? key : []
    this.guarantee = isByKey ? 'upsert' : 'none'
    // Another replica, or another server of a distributed table, may not have a row yet.
    this.findsAtOnce = isByKey && /^\w*MergeTree$/.test(table.engine) && !/^(?:Replicated|Shared)/.test(table.engine)
    this.#table = table
    this.#client = client
    const isModern = client.isAtLeast(22, 1)
    this.#planner = new BatchPlanner(table, this.key, column => makeEncoder(parseType(column.nativeType), isModern))
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    signal.throwIfAborted()
    const { groups, outcomes, replaced } = this.#planner.plan(batch, this.guarantee === 'upsert')
    for (const group of groups) {
      const failure = this.#refuseGroup(group)
      for (const { index } of failure ? group.rows : []) outcomes[index] = { kind: 'failed', failure: failure! } // is given
      if (failure) continue
      for (const rows of cutRows(group)) {
        signal.throwIfAborted()
        await confirm?.()
        await this.#insert(group, rows, outcomes, signal)
      }
    }
    for (const [index, by] of [...replaced].toReversed()) outcomes[index] = outcomes[by]
    return Array.from(outcomes, outcome => outcome ?? WRITTEN)
  }

  find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    const place = { table: this.#table, key: this.key, planner: this.#planner, client: this.#client }
    return findRows(records, place, signal)
  }

  async close(): Promise<void> {}

  /** What is wrong with all rows of these columns. */
  #refuseGroup(group: RowGroup) {
    const foreign = group.columns.find(column => bare(parseType(column.nativeType)).is === 'other')
    if (foreign) return unwritable(foreign.name, foreign.nativeType)
    const [missing] = findMissingColumns(this.#table, group)
    return missing && new MissingRow(missing.name).detail
  }

  async #insert(
    group: RowGroup,
    rows: readonly PackedRow[],
    outcomes: (WriteOutcome | undefined)[],
    signal: AbortSignal,
  ): Promise<void> {
    const names = group.columns.map(column => column.sqlName).join(', ')
    const sql = `insert into ${this.#table.sqlName} (${names}) format RowBinary`
    try {
      await this.#client.ask({ sql, body: Buffer.concat(rows.map(row => row.bytes)), signal })
    } catch (error) {
      const failure = toFailure(error)
      // Several partitions are several parts: some may be there when the server fails in the middle.
      if (this.guarantee === 'upsert' || !wasWritten(failure)) throw failure
      for (const { index } of rows) outcomes[index] = { kind: 'unknown', failure: failure.toDetail() }
    }
  }
}

/** Also a refusal by the server may come too late for a part of the rows. */
const wasWritten = (failure: Failure): boolean => {
  const { cause } = failure
  return cause instanceof Error && 'sent' in cause ? cause.sent === true : wasSent(failure)
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every(name => b.includes(name))

interface PackedRow {
  readonly index: number
  readonly bytes: Buffer
}

function cutRows({ columns, rows }: RowGroup): PackedRow[][] {
  const types = columns.map(column => parseType(column.nativeType))
  const pack = ({ index, values }: EncodedRow): PackedRow => ({
    index,
    bytes: Buffer.concat(types.map((type, at) => packValue(values[at] ?? null, type))),
  })
  const parts: PackedRow[][] = [[]]
  let size = 0
  for (const row of rows.map(pack)) {
    size += row.bytes.length
    if (size > REQUEST_BYTES && parts.at(-1)?.length !== 0) {
      parts.push([])
      size = row.bytes.length
    }
    parts.at(-1)?.push(row)
  }
  return parts
}
