import type { Condition, Edition, RecordState } from '@sluice/contract'

/** A column of the record as it is kept, or a path into its data. */
export interface ReportField {
  readonly of: 'record' | 'data'
  readonly name: string
}

export type Granularity = 'value' | 'hour' | 'day' | 'week' | 'month' | 'year'
export type MetricOp = 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max' | 'first' | 'last'
export type HavingLogic = 'eq' | 'neq' | 'gt' | 'egt' | 'lt' | 'elt'

/** Which lines of a record belong to a report. */
export interface ReportConditions {
  /** By which the conditions compare; absent: the newest. */
  readonly edition?: Edition | undefined
  /** A list at the top of the data: each of its elements becomes a line. null: a record is one line. */
  readonly expand: string | null
  /** Of lines: the outer list is OR, the inner AND. */
  readonly conditions: readonly (readonly Condition[])[]
}

/** What is counted, by what, and in which order it is shown. */
export interface ReportDefinition extends ReportConditions {
  readonly group_by: readonly { readonly field: ReportField; readonly granularity: Granularity }[]
  readonly metrics: readonly { readonly op: MetricOp; readonly field: ReportField | null }[]
  /** Of the groups that are shown; all of them are to be met. */
  readonly having: readonly { readonly metric: number; readonly logic: HavingLogic; readonly value: string }[]
  readonly sort: readonly { readonly by: 'group' | 'metric'; readonly index: number; readonly descending: boolean }[]
  readonly limit: number | null
  /** The last group is laid out as columns. */
  readonly pivot: boolean
}

/** A record as it is kept, without its data. */
export interface ReportRecord {
  readonly id: string
  readonly status: RecordState
  readonly key: string
  readonly number: string | null
  readonly error_code: string | null
  readonly attempts: number
  readonly version: number
  readonly run_id: string
  readonly target_key: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** missing, null and "" are three; `invalid` is what is no date where dates are grouped; `other` lists and objects. */
export type KeyKind = 'missing' | 'null' | 'text' | 'number' | 'boolean' | 'time' | 'other' | 'invalid'

/** One value that lines are grouped by. */
export interface KeyValue {
  readonly kind: KeyKind
  readonly text: string
}

export interface MetricValue {
  /** Every digit; null: no line had a value. */
  readonly value: string | null
  readonly is_number: boolean
  /** Values that the measure cannot take, such as a text in a sum. */
  readonly skipped: number
}

export interface ReportGroup {
  /** In the order of `group_by`; null stands for all values (totals of a pivot). */
  readonly keys: readonly (KeyValue | null)[]
  readonly metrics: readonly MetricValue[]
  readonly lines: number
  readonly records: number
}

/** A group as a line of the result; in a pivot with its cells. */
export interface ReportRow extends ReportGroup {
  readonly cells: readonly ReportGroup[]
}

export interface ReportResult {
  readonly rows: readonly ReportRow[]
  /** Totals of the columns of a pivot. */
  readonly columns: readonly ReportGroup[]
  /** Columns of a pivot that are not shown: those with the fewest records. */
  readonly left_out: number
  readonly total: ReportGroup
  /** Groups that meet `having`, whether or not `limit` shows them. */
  readonly groups: number
}

export const reportLimits = { groups: 50_000, distinct: 500_000, columns: 100 } as const
