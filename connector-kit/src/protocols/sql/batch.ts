import { type Data, Failure, type FailureDetail, toText, type Value } from '@sluice/contract'
import type { TargetRecord, WriteOutcome } from '../../connector.ts'
import type { Column } from './column.ts'
import { type Encoded, type Encoder, Refusal } from './encode-value.ts'
import type { Table } from './table.ts'

/** A record ready for SQL: its values in the order of the group's columns. */
export interface EncodedRow {
  /** Place in the batch. */
  readonly index: number
  readonly values: readonly Encoded[]
}

/** Records of one batch that write the same columns. */
export interface RowGroup {
  readonly columns: readonly Column[]
  readonly rows: EncodedRow[]
}

interface OpenGroup extends RowGroup {
  readonly encoders: readonly Encoder[]
  readonly isKey: readonly boolean[]
}

export interface BatchPlan {
  readonly groups: readonly RowGroup[]
  /** Records refused before sending; empty places are to be written. */
  readonly outcomes: (WriteOutcome | undefined)[]
  /** Earlier records of a key that is written again later in the batch, by place, with the place of the later one. */
  readonly replaced: ReadonlyMap<number, number>
}

/** Encodes and groups the records of batches. One per open target: what it learns of a field set is kept. */
export class BatchPlanner {
  readonly #table: Table
  readonly #key: readonly string[]
  readonly #encoders: ReadonlyMap<string, { readonly column: Column; readonly encode: Encoder }>

  constructor(table: Table, key: readonly string[], makeEncoder: (column: Column) => Encoder) {
    this.#table = table
    this.#key = key
    this.#encoders = new Map(table.columns.map(column => [column.name, { column, encode: makeEncoder(column) }]))
  }

  /**
   * @param mergesKeys the last of several records of one key wins; they become one row
   * @param isPart other records of the batch are written already, so a failure must not be thrown
   * @throws Failure `target.column` when no record of the batch fits the table's columns
   */
  plan(batch: readonly TargetRecord[], mergesKeys: boolean, isPart = false): BatchPlan {
    const outcomes = new Array<WriteOutcome | undefined>(batch.length)
    const groups = new Map<string, OpenGroup | FailureDetail>()
    const { replaced, breaks } = mergesKeys ? this.#findRepeats(batch) : noRepeats
    let generation = 0
    // Neighbours have the same fields nearly always; asking the map for each took 1 µs a record of 12 fields.
    let current: { readonly fields: readonly string[]; readonly group: OpenGroup | FailureDetail } | null = null
    for (let index = 0; index < batch.length; index += 1) {
      const { data } = batch[index]! // index < batch.length
      if (breaks.has(index)) {
        generation += 1
        current = null
      }
      if (replaced.has(index)) continue
      const fields = Object.keys(data)
      if (current === null || !isSameList(fields, current.fields)) {
        const id = `${generation}\u0000${fields.join('\u0000')}`
        current = { fields, group: groups.get(id) ?? this.#openGroup(fields) }
        groups.set(id, current.group)
      }
      const { group } = current
      const values = 'code' in group ? group : encodeRow(group, data)
      if (!Array.isArray(values))
        outcomes[index] = { kind: 'failed', failure: values as FailureDetail } // not a list of values
      else (group as OpenGroup).rows.push({ index, values }) // values came from a group
    }
    if (!isPart) this.#throwWhenNothingFits(batch.length, outcomes)
    const open = [...groups.values()].filter(group => 'rows' in group && group.rows.length > 0)
    return { groups: open as OpenGroup[], outcomes, replaced } // only open groups have rows
  }

  #openGroup(fields: readonly string[]): OpenGroup | FailureDetail {
    const failure = this.#checkFields(fields)
    if (failure) return failure
    const found = fields.map(field => this.#encoders.get(field)!) // #checkFields knows every field
    const isKey = fields.map(field => this.#key.includes(field))
    return { columns: found.map(each => each.column), encoders: found.map(each => each.encode), isKey, rows: [] }
  }

  #checkFields(fields: readonly string[]): FailureDetail | undefined {
    const known = [...this.#encoders.keys()]
    for (const field of fields) {
      const column = this.#encoders.get(field)?.column
      if (!column)
        return makeColumnFailure(
          `${this.#table.label} has no column "${field}".`,
          field,
          `Map to one of ${known.slice(0, 20).join(', ')}.`,
        )
      if (column.isGenerated)
        return makeColumnFailure(
          `The column "${field}" is computed by the database.`,
          field,
          'Take it out of the mapping.',
        )
    }
    const missing = this.#key.find(name => !fields.includes(name))
    if (missing === undefined) return undefined
    return makeColumnFailure(`The key column "${missing}" has no value.`, missing, 'Map a field to it.')
  }

  /**
   * `replaced`: earlier records of a key, with the place of the later one that holds all their fields.
   * `breaks`: places from which new groups begin, because the record adds to an earlier one instead of replacing it.
   */
  #findRepeats(batch: readonly TargetRecord[]): { replaced: Map<number, number>; breaks: Set<number> } {
    const last = new Map<string, number>()
    const replaced = new Map<number, number>()
    const breaks = new Set<number>()
    for (let index = 0; index < batch.length; index += 1) {
      const id = this.#identify(batch[index]!.data) // index < batch.length
      if (id === null) continue
      const earlier = last.get(id)
      last.set(id, index)
      if (earlier === undefined) continue
      // Both are places of the batch.
      const isWhole = Object.keys(batch[earlier]!.data).every(field => field in batch[index]!.data)
      if (isWhole) replaced.set(earlier, index)
      else breaks.add(index)
    }
    return { replaced, breaks }
  }

  /** null where a part of the key is missing. */
  #identify(data: Data): string | null {
    const texts: string[] = []
    for (const name of this.#key) {
      const value = data[name]
      if (value === null || value === undefined) return null
      texts.push(toText(value))
    }
    return texts.length === 1 ? texts[0]! : JSON.stringify(texts) // length is 1
  }

  #throwWhenNothingFits(count: number, outcomes: readonly (WriteOutcome | undefined)[]): void {
    const first = outcomes.find(outcome => outcome?.kind === 'failed')
    if (count === 0 || first?.kind !== 'failed' || first.failure.code !== 'target.column') return
    // Counted, because `every` passes over the empty places of records that fit.
    const misfits = outcomes.filter(outcome => outcome?.kind === 'failed' && outcome.failure.code === 'target.column')
    if (misfits.length === count) throw new Failure(first.failure)
  }
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at])

const noRepeats = { replaced: new Map<number, number>(), breaks: new Set<number>() }

function encodeRow({ columns, encoders, isKey }: OpenGroup, data: Data): Encoded[] | FailureDetail {
  const values = new Array<Encoded>(encoders.length)
  for (let at = 0; at < encoders.length; at += 1) {
    const field = columns[at]!.name // as many columns as encoders
    const value = data[field]! // the group's columns are the record's own fields
    const encoded = encoders[at]!(value) // at < encoders.length
    if (encoded instanceof Refusal) return makeValueFailure(field, value, encoded.reason)
    if (encoded === null && isKey[at]) return makeValueFailure(field, value, 'is null, a key must have a value')
    values[at] = encoded
  }
  return values
}

const makeColumnFailure = (message: string, field: string, advice: string): FailureDetail =>
  new Failure({ code: 'target.column', message, field, advice }).toDetail()

export function makeValueFailure(field: string, value: Value, reason: string): FailureDetail {
  const text = toText(value)
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  const message = `${field}: "${shown}" ${reason}.`
  return new Failure({ code: 'target.value', message, field, value: text, retry: 'skip' }).toDetail()
}
