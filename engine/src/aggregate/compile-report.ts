import { openTurn } from '@sluice/connector-kit/turns'
import { type Data, editionOf, Failure, type Value } from '@sluice/contract'
import { compileFilter, type RowFilter } from '../map/compile-filter.ts'
import { joinKeys } from '../map/value-key.ts'
import { compilePath } from '../stage/read-path.ts'
import { createKeyReader } from './key-value.ts'
import { createMeasure, type DistinctBudget, type Measure, type Place, TooManyDistinct } from './measures.ts'
import { orderResult } from './order-result.ts'
import {
  type KeyValue,
  type ReportConditions,
  type ReportDefinition,
  type ReportField,
  type ReportGroup,
  type ReportRecord,
  type ReportResult,
  reportLimits,
} from './report.ts'

/** Why a report ends before it has seen every record. */
export type ReportCut = 'groups' | 'distinct'

/** A report that records are added to, in any order. */
export interface Report {
  /** `data` is null where the record's page is no longer kept. @returns why no further record can be added, if so */
  add(record: ReportRecord, data: Data | null): ReportCut | null
  finish(): ReportResult
  /** The same while others have their turns: sorting many groups takes seconds. @throws the signal's reason */
  finishInTurns(signal?: AbortSignal): Promise<ReportResult>
  /** Records that have at least one line that meets the conditions. */
  readonly matched: number
  readonly lines: number
  /** Records that hold what a condition cannot compare; they are in no group. */
  readonly refused: number
}

export interface ReportOptions {
  /** By whose clocks days begin. */
  readonly timeZone: string
  /** Default `reportLimits.groups`. */
  readonly maxGroups?: number
}

/** Groups and measures lines as they come; memory grows with the groups. @throws Failure `filter.invalid` */
export function compileReport(definition: ReportDefinition, options: ReportOptions): Report {
  return new HashReport(definition, options)
}

/** Whether a record is one of those behind a group. @throws Failure `filter.invalid` */
export function compileDrill(
  definition: ReportDefinition,
  keys: readonly (KeyValue | null)[],
  options: ReportOptions,
): (record: ReportRecord, data: Data | null) => boolean {
  const lines = compileLines(definition, options)
  const wanted = keys.map(key => key && joinKeys([key]))
  return (record, data) =>
    (lines.read(record, data) ?? []).some(line => {
      const own = lines.keysOf(record, line)
      return wanted.every((key, at) => key === null || joinKeys([own[at] ?? null]) === key)
    })
}

/** Whether the data of a record has to be read at all. */
export const needsData = ({ expand, conditions, group_by, metrics }: ReportDefinition): boolean =>
  expand !== null ||
  conditions.length > 0 ||
  [...group_by, ...metrics].some(({ field }) => field !== null && field.of === 'data')

interface Lines {
  /** The lines of a record that meet the conditions; null: a condition cannot compare what is there. */
  read(record: ReportRecord, data: Data | null): readonly Data[] | null
  keysOf(record: ReportRecord, line: Data): KeyValue[]
}

function compileLines(definition: ReportDefinition, { timeZone }: ReportOptions): Lines {
  const { expand, conditions, group_by } = definition
  const isMet: RowFilter = compileFilter(conditions, editionOf(definition))
  const groups = group_by.map(({ field, granularity }) => ({
    read: compileField(field),
    keyOf: createKeyReader(granularity, timeZone),
  }))
  return {
    read(_record, data) {
      try {
        return expandData(data ?? {}, expand).filter(isMet)
      } catch (error) {
        if (error instanceof Failure && error.code === 'filter.invalid') return null
        throw error
      }
    },
    keysOf: (record, line) => groups.map(({ read, keyOf }) => keyOf(read(record, line))),
  }
}

/** The lines of a record that meet the conditions of a report, counted. @throws Failure `filter.invalid` */
export function compileCounter({ expand, conditions, edition }: ReportConditions): (data: Data) => number {
  const isMet = compileFilter(conditions, editionOf({ edition }))
  return data => expandData(data, expand).filter(isMet).length
}

/** Each element of the list in the list's place; a record without elements keeps one line, without the list. */
function expandData(data: Data, expand: string | null): readonly Data[] {
  if (expand === null) return [data]
  const { [expand]: list, ...rest } = data
  if (!Array.isArray(list) || list.length === 0) return [rest]
  return list.map((element: Value): Data => ({ ...rest, [expand]: element }))
}

type FieldReader = (record: ReportRecord, line: Data) => Value | undefined

function compileField({ of, name }: ReportField): FieldReader {
  if (of === 'record') {
    const column = name as keyof ReportRecord
    return record => record[column]
  }
  const read = compilePath(name)
  return (_record, line) => read(line)
}

interface Tally {
  readonly keys: readonly (KeyValue | null)[]
  readonly measures: readonly Measure[]
  lines: number
  records: number
  last: string
}

class HashReport implements Report {
  readonly #definition: ReportDefinition
  readonly #lines: Lines
  readonly #fields: readonly (FieldReader | null)[]
  readonly #groups = new Map<string, Tally>()
  /** Which keys are kept in each sum: all of them, those of rows, those of columns, none. */
  readonly #sets: readonly (readonly boolean[])[]
  readonly #maxGroups: number
  readonly #budget: DistinctBudget = { left: reportLimits.distinct }
  matched = 0
  lines = 0
  refused = 0

  constructor(definition: ReportDefinition, options: ReportOptions) {
    this.#definition = definition
    this.#lines = compileLines(definition, options)
    this.#fields = definition.metrics.map(({ field }) => field && compileField(field))
    this.#maxGroups = options.maxGroups ?? reportLimits.groups
    this.#sets = listSets(definition)
    this.#tally(definition.group_by.map(() => null)) // the total is there without any record
  }

  add(record: ReportRecord, data: Data | null): ReportCut | null {
    const lines = this.#lines.read(record, data)
    if (!lines) this.refused++
    if (!lines || lines.length === 0) return null
    try {
      for (const [at, line] of lines.entries()) if (!this.#addLine(record, line, at)) return 'groups'
    } catch (error) {
      if (error instanceof TooManyDistinct) return 'distinct'
      throw error
    }
    this.matched++
    this.lines += lines.length
    return null
  }

  #addLine(record: ReportRecord, line: Data, at: number): boolean {
    const keys = this.#lines.keysOf(record, line)
    const values = this.#fields.map(read => read?.(record, line))
    const place: Place = { id: record.id, line: at }
    for (const set of this.#sets) {
      const tally = this.#tally(keys.map((key, index) => (set[index] ? key : null)))
      if (!tally) return false
      tally.lines++
      if (tally.last !== record.id) tally.records++
      tally.last = record.id
      for (const [index, measure] of tally.measures.entries()) measure.add(values[index], place)
    }
    return true
  }

  #tally(keys: readonly (KeyValue | null)[]): Tally | undefined {
    const key = joinKeys(keys)
    const known = this.#groups.get(key)
    if (known) return known
    // The total does not count.
    if (this.#groups.size > this.#maxGroups) return undefined
    const measures = this.#definition.metrics.map(({ op, field }) => createMeasure(op, field !== null, this.#budget))
    const tally: Tally = { keys, measures, lines: 0, records: 0, last: '' }
    this.#groups.set(key, tally)
    return tally
  }

  finish(): ReportResult {
    const steps = this.#finish()
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
  }

  async finishInTurns(signal?: AbortSignal): Promise<ReportResult> {
    const steps = this.#finish()
    const turn = openTurn(signal)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      if (turn.isOver()) await turn.give()
    }
  }

  *#finish(): Generator<undefined, ReportResult> {
    const groups: ReportGroup[] = []
    for (const { keys, measures, lines, records } of this.#groups.values()) {
      groups.push({ keys, metrics: measures.map(measure => measure.finish()), lines, records })
      if (groups.length % 100 === 0) yield
    }
    return yield* orderResult(this.#definition, groups)
  }
}

function listSets({ group_by, pivot }: ReportDefinition): boolean[][] {
  const last = group_by.length - 1
  const all = group_by.map(() => true)
  const none = group_by.map(() => false)
  if (group_by.length === 0) return [none]
  if (!pivot) return [all, none]
  const columns = group_by.map((_, index) => index === last)
  const rows = group_by.map((_, index) => index !== last)
  return last === 0 ? [all, none] : [all, rows, columns, none]
}
