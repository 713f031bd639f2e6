import type { RowText } from '@sluice/connector-kit'
import { type SourceConfig, type StrategyConfig, toText } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readMoment } from '../map/read-moment.ts'
import { noteBusinessDate } from '../sql/business-date-rows.ts'
import type { ClaimedRun } from '../sql/run-rows.ts'
import { readPath } from '../stage/read-path.ts'
import type { SourceRow } from '../stage/read-row.ts'
import { compileText } from '../stage/read-text-rows.ts'

/** A date of tomorrow is a document made ahead; one of later is a mistake, and would hide that nothing new comes. */
const MOST_AHEAD_MS = 86_400_000
/** Times that sort as their texts do, those of one length among each other. */
const SORTS = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/
/** A run that reads for hours shows how far it is, and pays next to nothing for it. */
const REST_MS = 10_000

/** How new the rows are that a run reads, by their own dates. */
export class BusinessDate {
  readonly #field: string | null
  readonly #zone: string
  readonly #of: string
  #text = ''
  #newestMs = Number.NEGATIVE_INFINITY
  #notedMs = Number.NEGATIVE_INFINITY
  #atMs = Number.NEGATIVE_INFINITY

  constructor({ source, schedule }: Pick<StrategyConfig, 'source' | 'schedule'>) {
    this.#field = source.increment?.field ?? null
    this.#zone = schedule.timeZone
    this.#of = dateOf(source)
  }

  /** Rows that were refused tell as much of the source as the others. */
  look(rows: readonly SourceRow[], text: RowText | null, nowMs: number): void {
    const field = this.#field
    if (field === null) return
    const read = text && compileText(text.layout.columns, field)
    if (text && read) for (let index = 0; index < text.count; index += 1) this.#take(read(text, index), nowMs)
    else
      for (const row of rows)
        if ('data' in row && row.data) this.#take(toText(readPath(row.data, field) ?? null) ?? '', nowMs)
  }

  /** In the transaction that lands what was read; `isLast`: nothing comes after it. */
  async note(tx: Tx, claim: ClaimedRun, nowMs: number, isLast = false): Promise<void> {
    if (this.#newestMs <= this.#notedMs || (!isLast && nowMs - this.#atMs < REST_MS)) return
    await noteBusinessDate(tx, claim, new Date(this.#newestMs).toISOString(), this.#of)
    this.#notedMs = this.#newestMs
    this.#atMs = nowMs
  }

  #take(text: string, nowMs: number): void {
    if (text === '' || text === this.#text || this.#isBefore(text)) return
    const ms = readMoment(text, this.#zone)
    if (ms === null || ms > nowMs + MOST_AHEAD_MS || ms < this.#newestMs) return
    this.#text = text
    this.#newestMs = ms
  }

  /** Neighbours are often older: texts of one form that begins with the year sort as their times, and are not read. */
  #isBefore(text: string): boolean {
    return text.length === this.#text.length && text < this.#text && SORTS.test(text) && SORTS.test(this.#text)
  }
}

/** What a date was read of; as the query of `businessDateOf` spells it. */
const dateOf = ({ connector_id, resource, increment }: SourceConfig): string =>
  `${connector_id} ${increment?.field ?? ''} ${resource}`
