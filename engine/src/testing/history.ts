import type { SourceRecord } from '@sluice/connector-kit'
import { RecordState, type SourceConfig } from '@sluice/contract'
import { compareWatermarks, planWindow, type RunWindow } from '../source/window.ts'
import { PageText } from '../stage/page-text.ts'
import { DELETED_HASH, type RowRules, readRow } from '../stage/read-row.ts'
import { sortRows } from '../stage/sort-rows.ts'

/**
 * One source database and one strategy that follows it, as a model: transactions that take their time when they begin
 * and show it when they commit, and runs that read page by page while this goes on. What decides is the engine's own
 * code (planWindow, readRow, sortRows, compareWatermarks); the store, the target and the source are plain maps.
 */
export type Step =
  | { readonly kind: 'begin'; readonly tx: number }
  | { readonly kind: 'put' | 'flag' | 'remove'; readonly tx: number; readonly key: number; readonly value: number }
  | { readonly kind: 'commit' | 'abort'; readonly tx: number }
  | { readonly kind: 'tick'; readonly us: number }
  /** One page of the live run; begins one when none is. */
  | { readonly kind: 'page' }
  /** The process dies: the run is taken up at its cursor. */
  | { readonly kind: 'crash' }
  /** The run breaks off for good: its window is read anew by the next one. */
  | { readonly kind: 'break' }
  /** The target refuses these keys for now. */
  | { readonly kind: 'refuse'; readonly key: number }

export interface HistoryOptions {
  readonly lookBackSeconds: number
  readonly endLagSeconds: number
  /** The source says what it holds (a safe maximum); else the clock is the bound and no writer takes longer than the lag. */
  readonly saysHighWater: boolean
  readonly pageSize: number
  /** Ties: times are cut to so many microseconds. */
  readonly grainUs: number
  /** A defect to be found, for the proof that this model finds one. */
  readonly defect?: 'exclusive' | 'unsafeHighWater' | 'earlyWatermark'
}

interface Row {
  readonly id: number
  readonly at: string
  readonly value: number
  readonly gone: boolean
}

interface OpenTransaction {
  readonly beganUs: number
  readonly writes: Map<number, Row | null>
}

interface LiveRun {
  readonly window: RunWindow
  cursor: readonly [string, number] | null
}

const START_US = Date.UTC(2026, 0, 15, 12) * 1000

export class History {
  readonly #options: HistoryOptions
  readonly #rules: RowRules
  readonly #text = new PageText()
  #nowUs = START_US
  readonly #rows = new Map<number, Row>()
  readonly #open = new Map<number, OpenTransaction>()
  /** Keys that the source has no row of any more and no flag tells of: only a key scan finds them. */
  readonly #removed = new Set<number>()
  #run: LiveRun | null = null
  #watermark: string | null = null
  readonly #known = new Map<string, { hash: string; status: RecordState; row: Row; retry: boolean }>()
  readonly #target = new Map<string, number>()
  readonly #refused = new Set<number>()

  constructor(options: HistoryOptions) {
    this.#options = options
    this.#rules = {
      key: ['id'],
      number: undefined,
      filter: null,
      recordBytes: 10_000,
      deletes: { isDeleted: row => row['gone'] === true },
    }
  }

  step(step: Step): void {
    if (step.kind === 'tick') this.#nowUs += step.us
    else if (step.kind === 'page') this.#readPage()
    else if (step.kind === 'break') this.#run = null
    else if (step.kind === 'refuse') this.#refused.add(step.key)
    else if (step.kind !== 'crash') this.#transact(step)
  }

  /** Everybody commits, time passes, and the strategy runs twice more: what it holds is then what the source holds. */
  settle(): { readonly expected: Record<string, number>; readonly actual: Record<string, number> } {
    for (const tx of [...this.#open.keys()]) this.#transact({ kind: 'commit', tx })
    this.#nowUs += (this.#options.endLagSeconds + 1) * 1_000_000
    this.#refused.clear()
    for (let run = 0; run < 2; run += 1)
      do this.#readPage()
      while (this.#run !== null)
    const live = [...this.#rows.values()].filter(row => !row.gone)
    // A row that was removed outright is the business of the key scan; a later insert of its key is not.
    const actual = [...this.#target].filter(([key]) => !this.#removed.has(Number(key)))
    return {
      expected: Object.fromEntries(live.map(row => [String(row.id), row.value])),
      actual: Object.fromEntries(actual),
    }
  }

  #transact(step: Exclude<Step, { kind: 'tick' | 'page' | 'crash' | 'break' | 'refuse' }>): void {
    if (step.kind === 'begin') {
      if (!this.#open.has(step.tx)) this.#open.set(step.tx, { beganUs: this.#nowUs, writes: new Map() })
      return
    }
    const open = this.#open.get(step.tx)
    if (!open) return
    if (!('key' in step)) {
      this.#open.delete(step.tx)
      if (step.kind === 'commit') this.#commit(open)
      return
    }
    // A transaction that takes its time and writes later than the lag is covered by nothing, and the product says so.
    const waitedUs = this.#nowUs - open.beganUs
    if (open.writes.size === 0 && waitedUs > this.#options.endLagSeconds * 1_000_000) return
    // Two writers of one row wait for each other in a database; here the second simply does not come.
    if ([...this.#open.values()].some(other => other !== open && other.writes.has(step.key))) return
    const row = { id: step.key, at: this.#format(open.beganUs), value: step.value, gone: step.kind === 'flag' }
    open.writes.set(step.key, step.kind === 'remove' ? null : row)
  }

  #commit({ beganUs, writes }: OpenTransaction): void {
    // Without a safe maximum nothing but the lag protects: a program that writes longer than it is not covered.
    if (!this.#options.saysHighWater && this.#nowUs - beganUs >= this.#options.endLagSeconds * 1_000_000) return
    for (const [key, row] of writes) {
      // `now()` is when a transaction began; one that began before the row's last commit would turn its time back.
      const held = this.#rows.get(key)
      if (row === null) {
        if (this.#rows.delete(key)) this.#removed.add(key)
      } else if (!held || held.at <= row.at) {
        this.#rows.set(key, row)
        this.#removed.delete(key)
      }
    }
  }

  #format(us: number): string {
    const cut = us - (us % this.#options.grainUs)
    const text = new Date(Math.floor(cut / 1000)).toISOString()
    return `${text.slice(0, 10)} ${text.slice(11, 23)}${String(cut % 1000).padStart(3, '0')}`
  }

  /** As the PostgreSQL source: never past the beginning of a transaction that is still writing. */
  #readHighWater(): string | null {
    const greatest =
      [...this.#rows.values()]
        .map(row => row.at)
        .toSorted()
        .at(-1) ?? null
    const writing = [...this.#open.values()].filter(({ writes }) => writes.size > 0)
    if (greatest === null || writing.length === 0 || this.#options.defect === 'unsafeHighWater') return greatest
    const oldest = this.#format(Math.min(...writing.map(({ beganUs }) => beganUs)))
    return oldest < greatest ? oldest : greatest
  }

  #readPage(): void {
    this.#run ??= this.#begin()
    const { window, cursor } = this.#run
    const isAfter = (row: Row): boolean =>
      cursor === null || row.at > cursor[0] || (row.at === cursor[0] && row.id > cursor[1])
    const isFrom = (row: Row): boolean =>
      window.from === null || (this.#options.defect === 'exclusive' ? row.at > window.from : row.at >= window.from)
    // Each page sees what is committed now.
    const rows = [...this.#rows.values()]
      .filter(row => isFrom(row) && (window.to === null || row.at <= window.to) && isAfter(row))
      .toSorted((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1))
      .slice(0, this.#options.pageSize)
    this.#land(rows)
    const last = rows.at(-1)
    if (last && rows.length === this.#options.pageSize) this.#run.cursor = [last.at, last.id]
    else this.#finish(window)
    if (this.#options.defect === 'earlyWatermark') this.#advance(window.next ?? window.to)
  }

  #begin(): LiveRun {
    const { lookBackSeconds, endLagSeconds, saysHighWater } = this.#options
    this.#carry()
    const clock = this.#format(this.#nowUs - endLagSeconds * 1_000_000)
    const highWater = saysHighWater ? this.#readHighWater() : clock
    const increment = { field: 'at', lookBackSeconds, endLagSeconds: saysHighWater ? endLagSeconds : 0 }
    const facts = { watermark: this.#watermark, highWater, nowMs: this.#nowUs / 1000, full: false }
    return { window: planWindow(increment satisfies SourceConfig['increment'], facts), cursor: null }
  }

  /** Records whose write was refused are tried again before anything is read. */
  #carry(): void {
    for (const [key, known] of this.#known) if (known.retry) this.#write(key, known.row, known.hash)
  }

  #land(rows: readonly Row[]): void {
    this.#text.clear()
    const read = rows.map(row => readRow({ data: { ...row } } satisfies SourceRecord, this.#rules, this.#text))
    const known = [...this.#known].map(([key, { hash, status, retry }]) => ({
      key,
      id: '0',
      hash: Buffer.from(hash, 'hex'),
      status,
      attempts: 0,
      generation: 0,
      tried_by: retry ? 'an earlier run' : null,
      run_id: '',
    }))
    const rules = { known: new Map(known.map(row => [row.key, row])), inFlight: new Map(), idCheck: false, runId: null }
    sortRows(read, rules).forEach((verdict, index) => {
      const row = read[index]
      if (verdict.kind !== 'fresh' || !row || row.failure !== null) return
      this.#write(row.identity.key, rows[index]!, row.identity.hash) // one row each
    })
  }

  #write(key: string, row: Row, hash: string): void {
    const isRefused = this.#refused.delete(row.id)
    const isGone = hash === DELETED_HASH
    const done = isGone ? RecordState.deleted : RecordState.finished
    this.#known.set(key, { hash, row, retry: isRefused, status: isRefused ? RecordState.retrying : done })
    if (isRefused) return
    if (isGone) this.#target.delete(key)
    else this.#target.set(key, row.value)
  }

  #finish(window: RunWindow): void {
    this.#run = null
    this.#advance(window.next ?? window.to)
  }

  #advance(to: string | null): void {
    if (to === null) return
    const order = this.#watermark === null ? 1 : compareWatermarks(to, this.#watermark)
    if (order === null || order > 0) this.#watermark = to
  }
}
