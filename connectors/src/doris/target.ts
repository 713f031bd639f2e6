import { createHash, randomUUID } from 'node:crypto'
import {
  type Confirm,
  type ConnectorContext,
  type FoundRow,
  type Target,
  type TargetRecord,
  type WriteGuarantee,
  type WriteOutcome,
  wasSent,
} from '@sluice/connector-kit'
import {
  BatchPlanner,
  checkTargetKey,
  compileEncoder,
  type EncodedRow,
  findMissingColumns,
  findRows,
  MissingRow,
  type RowGroup,
  type Table,
  writeInTurn,
} from '@sluice/connector-kit/sql'
import { awaitedLater, Failure, type TargetConfig, toFailure } from '@sluice/contract'
import { explainRow } from './failure.ts'
import { makeStatements } from './keyed.ts'
import type { Session } from './session.ts'
import type { Load, LoadState, StreamLoad } from './stream-load.ts'

/** Bytes of one load; the whole is in memory. */
const LOAD_BYTES = 16 * 1024 * 1024
/** How often a label is asked about, and how long between. */
const ASKS = 5
const ASK_MS = 1000
const SENDS = 2
const WRITTEN: WriteOutcome = { kind: 'written' }

export interface TargetParts {
  readonly load: StreamLoad
  readonly session: Session
  open(): Promise<Session>
  readonly sleep?: ConnectorContext['sleep']
}

/** Writes each batch as one load under a label of its own. A load is taken as a whole or not at all. */
export class DorisTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly findsAtOnce = true
  readonly canDelete: boolean
  readonly key: readonly string[]
  readonly #table: Table
  readonly #parts: TargetParts
  readonly #planner: BatchPlanner
  readonly #closed: Promise<void>

  /** @throws Failure `target.key` where rows cannot be updated by this key */
  constructor(table: Table, config: TargetConfig, parts: TargetParts) {
    const key = config.key.length > 0 ? config.key : table.key
    checkTargetKey(table, key, config.mode)
    this.key = key
    const isByKey = config.mode !== 'insert'
    this.guarantee = isByKey ? 'upsert' : 'none'
    // A delete names the key alone, so that no other column may ask for a value.
    const rest = table.columns.filter(column => !table.key.includes(column.name))
    this.canDelete = isByKey && rest.every(column => column.isNullable || column.hasDefault)
    this.#table = table
    this.#parts = parts
    // Writing needs no session; questions open one.
    this.#closed = awaitedLater(parts.session.close())
    const options = { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: false } as const
    this.#planner = new BatchPlanner(table, key, column => compileEncoder(column.kind, options))
  }

  write(batch: readonly TargetRecord[], signal: AbortSignal, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return writeInTurn(
      batch,
      part => this.#writePart(part, signal, confirm),
      part => this.#remove(part, signal, confirm),
    )
  }

  async find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    signal.throwIfAborted()
    return this.#findRows(records)
  }

  close(): Promise<void> {
    return this.#closed
  }

  async #findRows(records: readonly TargetRecord[]): Promise<FoundRow[]> {
    const session = await this.#parts.open()
    try {
      const statements = makeStatements(session)
      return await findRows(records, { table: this.#table, key: this.key, planner: this.#planner, statements })
    } finally {
      await session.close()
    }
  }

  async #writePart(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm: Confirm | undefined,
  ): Promise<readonly WriteOutcome[]> {
    const { groups, outcomes, replaced } = this.#planner.plan(batch, this.guarantee === 'upsert')
    const run: Run = { batch, outcomes, signal, confirm, isDelete: false }
    for (const group of groups) {
      const [missing] = findMissingColumns(this.#table, group)
      const failure = missing && new MissingRow(missing.name).detail
      for (const { index } of failure ? group.rows : []) outcomes[index] = { kind: 'failed', failure: failure! } // is given
      if (!failure) for (const rows of cutRows(group.rows)) await this.#send(group, rows, run)
    }
    for (const [index, by] of [...replaced].toReversed()) outcomes[index] = outcomes[by]
    return Array.from(outcomes, outcome => outcome ?? WRITTEN)
  }

  /** A load does not say which rows were there, so it is asked before. */
  async #remove(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm: Confirm | undefined,
  ): Promise<readonly WriteOutcome[]> {
    signal.throwIfAborted()
    const keys = batch.map(({ data, idempotencyKey }) => ({
      idempotencyKey,
      data: Object.fromEntries(this.key.flatMap(name => (data[name] === undefined ? [] : [[name, data[name]]]))),
    }))
    const found = await this.#findRows(keys)
    const { groups, outcomes } = this.#planner.plan(keys, false, true)
    const run: Run = { batch: keys, outcomes, signal, confirm, isDelete: true }
    for (const group of groups) {
      const rows = group.rows.filter(({ index }) => found[index]?.kind !== 'missing')
      for (const part of cutRows(rows)) await this.#send(group, part, run)
      for (const { index } of group.rows)
        if (found[index]?.kind === 'missing')
          outcomes[index] = { kind: 'skipped', reason: 'There is no row with this key any more.' }
    }
    return Array.from(outcomes, outcome => outcome ?? WRITTEN)
  }

  /** One load. Where rows of it are refused nothing was written: halves of it find them. */
  async #send(group: RowGroup, rows: readonly EncodedRow[], run: Run): Promise<void> {
    if (rows.length === 0) return
    const columns = group.columns.map(column => column.name)
    const load: Load = {
      table: this.#table.id,
      label: this.#makeLabel(rows, run),
      columns,
      body: Buffer.from(rows.map(row => toLine(columns, row)).join('\n')),
      isDelete: run.isDelete,
      isPartial: this.guarantee === 'upsert' && !run.isDelete && columns.length < this.#table.columns.length,
    }
    const state = await this.#settle(load, run)
    if (state.kind === 'done') {
      for (const { index } of rows) run.outcomes[index] = { kind: 'written', response: state.response.slice(0, 2000) }
    } else if (state.kind === 'open') {
      this.#markOpen(rows, load.label, run)
    } else if (rows.length === 1) {
      const lines = state.errorUrl === null ? '' : await this.#parts.load.readErrors(state.errorUrl, run.signal)
      run.outcomes[rows[0]!.index] = { kind: 'failed', failure: explainRow(state.reason, lines) } // length is 1
    } else {
      const middle = rows.length >> 1
      await this.#send(group, rows.slice(0, middle), run)
      await this.#send(group, rows.slice(middle), run)
    }
  }

  /** Appended rows have the same label over all attempts, so the server takes them once; an update may come again. */
  #makeLabel(rows: readonly EncodedRow[], { batch }: Run): string {
    if (this.guarantee === 'upsert') return `sluice_${randomUUID().replaceAll('-', '')}`
    const hash = createHash('sha256').update(this.#table.id)
    for (const { index } of rows) hash.update('\0').update(batch[index]!.idempotencyKey) // index of a record
    return `sluice_${hash.digest('hex').slice(0, 40)}`
  }

  /** Sends, and where the answer was lost or came too early, asks what became of the label. */
  async #settle(load: Load, run: Run): Promise<LoadState> {
    for (let sends = 1; ; sends += 1) {
      run.signal.throwIfAborted()
      await run.confirm?.()
      const state = await this.#parts.load.load(load, run.signal).catch((error: unknown) => {
        const failure = toFailure(error)
        if (!failure.code.startsWith('egress.') || !wasSent(failure)) throw failure
        return failure
      })
      if (!(state instanceof Failure) && state.kind !== 'open') return state
      const asked = await this.#ask(load.label, run.signal)
      // The server knows nothing of the label: the same label again writes once, whatever is still under way.
      const isGone = asked === null || asked.kind === 'refused'
      if (asked !== null && !isGone) return asked
      if (sends === SENDS || !(state instanceof Failure)) return OPEN
    }
  }

  /** null: the server knows no such label. */
  async #ask(label: string, signal: AbortSignal): Promise<LoadState | null> {
    for (let asks = 1; ; asks += 1) {
      const state = await this.#parts.load.ask(label, signal).catch(() => OPEN)
      if (state === null || state.kind !== 'open' || asks === ASKS || signal.aborted) return state
      await (this.#parts.sleep ?? wait)(ASK_MS, signal)
    }
  }

  #markOpen(rows: readonly EncodedRow[], label: string, run: Run): void {
    const failure = new Failure({
      code: 'target.unanswered',
      message: `The load ${label} has not come to an end; nobody knows yet whether its rows are there.`,
      advice: `Ask the database: SHOW TRANSACTION WHERE LABEL = '${label}'.`,
      retry: this.guarantee === 'upsert' ? 'later' : 'never',
    })
    // By key the rows may simply be written again.
    if (this.guarantee === 'upsert') throw failure
    for (const { index } of rows) run.outcomes[index] = { kind: 'unknown', failure: failure.toDetail() }
  }
}

interface Run {
  readonly batch: readonly TargetRecord[]
  readonly outcomes: (WriteOutcome | undefined)[]
  readonly signal: AbortSignal
  readonly confirm: Confirm | undefined
  readonly isDelete: boolean
}

const OPEN: LoadState = { kind: 'open', response: '' }

/** Every value as text; the server reads it by the type of its column. */
const toLine = (columns: readonly string[], { values }: EncodedRow): string =>
  JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null])))

function cutRows(rows: readonly EncodedRow[]): EncodedRow[][] {
  const parts: EncodedRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = row.values.reduce((sum, value) => sum + (value?.length ?? 0) + 20, 0)
    bytes += size
    if (bytes > LOAD_BYTES) {
      parts.push([])
      bytes = size
    }
    parts.at(-1)?.push(row)
  }
  return parts
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
