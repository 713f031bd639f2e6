import { Failure, type FailureDetail } from '@sluice/contract'
import type { Confirm, TargetRecord, WriteOutcome } from '../../connector.ts'
import type { BatchPlanner, EncodedRow, RowGroup } from './batch.ts'

const MAX_STATEMENT_BYTES = 32 * 1024 * 1024

/** What a dialect does with rows of equal columns inside one transaction. */
export interface GroupWriter {
  /**
   * The whole batch with begin and commit in one exchange, where the dialect can and every row is new: a successor's row
   * of the same key undoes it. false: nothing was written, and the way by `begin` will tell why. A thrown Failure is
   * about the batch.
   */
  writeWhole?(group: RowGroup, rows: readonly EncodedRow[]): Promise<boolean>
  begin(): Promise<void>
  /** Writes all the rows or none and throws. A thrown Failure is about the whole batch; anything else about the rows. */
  write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void>
  /**
   * Instead of `write`, where the database itself says which rows it refused and keeps the others: each refused row by its
   * place among `rows`.
   */
  writeRows?(group: RowGroup, rows: readonly EncodedRow[]): Promise<readonly RefusedRow[]>
  /** Says what is wrong with one row. */
  explain(error: unknown, group: RowGroup, row: EncodedRow): FailureDetail
  /** Resolves to false when it cannot be known whether the rows are there. */
  commit(): Promise<boolean>
  rollback(): Promise<void>
}

export interface RefusedRow {
  readonly at: number
  readonly error: unknown
}

export interface BatchOptions {
  readonly planner: BatchPlanner
  readonly mergesKeys: boolean
  readonly writer: GroupWriter
  readonly confirm?: Confirm | undefined
  /** The batch is what is left of one that is written already. */
  readonly isPart?: boolean
}

/** Writes a batch in one transaction: bad rows are found by halving and answered, the others are written. */
export async function writeBatch(
  batch: readonly TargetRecord[],
  options: BatchOptions,
): Promise<readonly WriteOutcome[]> {
  const { planner, mergesKeys, writer } = options
  const { groups, outcomes, replaced } = planner.plan(batch, mergesKeys, options.isPart)
  if (groups.length > 0 && !(await writeAtOnce(groups, writer))) {
    await writer.begin()
    try {
      for (const group of groups)
        for (const rows of cutBySize(group.rows)) await writeHalves(group, rows, writer, outcomes)
      await options.confirm?.()
    } catch (error) {
      await writer.rollback()
      throw error
    }
    if (!(await writer.commit())) markUnknown(batch.length, outcomes)
  }
  await settleReplaced(batch, options, outcomes, replaced)
  return Array.from(outcomes, outcome => outcome ?? WRITTEN)
}

const WRITTEN: WriteOutcome = { kind: 'written' }

async function writeAtOnce(groups: readonly RowGroup[], writer: GroupWriter): Promise<boolean> {
  const [only] = groups
  if (!writer.writeWhole || !only || groups.length > 1 || cutBySize(only.rows).length > 1) return false
  return writer.writeWhole(only, only.rows)
}

async function writeHalves(
  group: RowGroup,
  rows: readonly EncodedRow[],
  writer: GroupWriter,
  outcomes: (WriteOutcome | undefined)[],
): Promise<void> {
  if (writer.writeRows) {
    for (const { at, error } of await writer.writeRows(group, rows)) {
      const row = rows[at]! // a place among them
      outcomes[row.index] = { kind: 'failed', failure: writer.explain(error, group, row) }
    }
    return
  }
  try {
    await writer.write(group, rows)
  } catch (error) {
    if (error instanceof Failure) throw error
    const only = rows.length === 1 ? rows[0] : undefined
    if (only) {
      outcomes[only.index] = { kind: 'failed', failure: writer.explain(error, group, only) }
      return
    }
    const middle = rows.length >> 1
    await writeHalves(group, rows.slice(0, middle), writer, outcomes)
    await writeHalves(group, rows.slice(middle), writer, outcomes)
  }
}

/** Statements stay far below what a driver or a server can hold in one piece. */
function cutBySize(rows: readonly EncodedRow[]): (readonly EncodedRow[])[] {
  const parts: EncodedRow[][] = [[]]
  let bytes = 0
  for (const row of rows) {
    for (let at = 0; at < row.values.length; at += 1) bytes += row.values[at]?.length ?? 0
    if (bytes > MAX_STATEMENT_BYTES && parts.at(-1)?.length !== 0) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(row)
  }
  return parts
}

function markUnknown(count: number, outcomes: (WriteOutcome | undefined)[]): void {
  const failure = new Failure({
    code: 'target.unanswered',
    message: 'The connection broke while the rows were being committed; nobody knows whether they are there.',
    advice: 'Look the records up in the target before writing them again.',
  }).toDetail()
  for (let index = 0; index < count; index += 1) outcomes[index] ??= { kind: 'unknown', failure }
}

/** A replaced record shares the fate of the later one; where that one was refused, it is written after all. */
async function settleReplaced(
  batch: readonly TargetRecord[],
  options: BatchOptions,
  outcomes: (WriteOutcome | undefined)[],
  replaced: ReadonlyMap<number, number>,
): Promise<void> {
  const orphans: number[] = []
  for (const [index, by] of [...replaced].toReversed()) {
    const fate = outcomes[by]
    if (fate?.kind === 'failed' && !orphans.includes(by)) orphans.push(index)
    else if (fate) outcomes[index] = fate
  }
  if (orphans.length === 0) return
  const order = orphans.toSorted((a, b) => a - b)
  const again = await writeBatch(
    order.map(index => batch[index]!),
    { ...options, isPart: true },
  )
  for (const [at, index] of order.entries()) outcomes[index] = again[at]
}
