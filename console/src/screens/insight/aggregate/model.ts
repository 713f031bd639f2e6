import { NEWEST_EDITION } from '@sluice/contract'
import type { Definition, Field, Group, KeyValue, Metric } from './types.ts'

/** What a new report starts with: how many records are in each state. */
export const freshReport: Definition = {
  side: 'source',
  filter: {},
  edition: NEWEST_EDITION,
  conditions: [],
  expand: null,
  group_by: [{ field: { of: 'record', name: 'status' }, granularity: 'value' }],
  metrics: [{ op: 'count', field: null, alias: '' }],
  having: [],
  sort: [],
  limit: null,
  pivot: false,
  chart: { type: 'none', metric: 0 },
}

/** Whether it can be asked for: every measure has its field, every condition its value. */
export const isComplete = ({ metrics, having, conditions }: Definition): boolean =>
  metrics.length > 0 &&
  metrics.every(({ op, field }) => op === 'count' || field !== null) &&
  having.every(({ value }) => value.trim() !== '') &&
  conditions.flat().every(({ field }) => field !== '')

/** Without the measure; what spoke of it goes with it, what spoke of later ones moves up. */
export function removeMetric(definition: Definition, at: number): Definition {
  const move = (index: number): number => (index > at ? index - 1 : index)
  return {
    ...definition,
    metrics: definition.metrics.toSpliced(at, 1),
    having: definition.having
      .filter(({ metric }) => metric !== at)
      .map(each => ({ ...each, metric: move(each.metric) })),
    sort: definition.sort
      .filter(({ by, index }) => by !== 'metric' || index !== at)
      .map(each => (each.by === 'metric' ? { ...each, index: move(each.index) } : each)),
    chart: { ...definition.chart, metric: definition.chart.metric === at ? 0 : move(definition.chart.metric) },
  }
}

/** Without the group; a pivot needs two. */
export function removeGroup(definition: Definition, at: number): Definition {
  const group_by = definition.group_by.toSpliced(at, 1)
  return tidySort({
    ...definition,
    group_by,
    pivot: definition.pivot && group_by.length > 1,
    sort: definition.sort
      .filter(({ by, index }) => by !== 'group' || index !== at)
      .map(each => (each.by === 'group' && each.index > at ? { ...each, index: each.index - 1 } : each)),
  })
}

/** The columns of a pivot are no rows to sort by. */
export function tidySort(definition: Definition): Definition {
  const rows = countRowGroups(definition)
  return { ...definition, sort: definition.sort.filter(({ by, index }) => by !== 'group' || index < rows) }
}

export const countRowGroups = ({ group_by, pivot }: Definition): number => group_by.length - (pivot ? 1 : 0)

/** A field as a choice names it, and back. */
export const nameChoice = (field: Field): string => `${field.of}:${field.name}`
export function readChoice(choice: string): Field {
  const name = choice.slice(choice.indexOf(':') + 1)
  return choice.startsWith('record:')
    ? { of: 'record', name: name as Extract<Field, { of: 'record' }>['name'] }
    : { of: 'data', name }
}

/** A field within a list's elements can be used once the list's elements are lines. */
export const withExpand = (definition: Definition, list: string | null | undefined): Definition =>
  list === null || list === undefined || definition.expand !== null ? definition : { ...definition, expand: list }

export interface FieldWords {
  readonly records: Readonly<Record<string, string>>
  readonly ops: Readonly<Record<Metric['op'], string>>
}

export const nameField = (field: Field, words: FieldWords): string =>
  field.of === 'record' ? (words.records[field.name] ?? field.name) : field.name

export const nameMetric = ({ op, field, alias }: Metric, words: FieldWords): string =>
  alias !== '' ? alias : field === null ? words.ops[op] : `${words.ops[op]} ${nameField(field, words)}`

/** One text for a key, for what has to be told apart. */
export const keyId = (key: KeyValue | null | undefined): string => (key ? `${key.kind} ${key.text}` : '')

/** The list of records can be narrowed to exactly these; null: it cannot say it. */
export function toListFilter(definition: Definition, keys: Group['keys']) {
  const { filter, conditions, expand, group_by, side } = definition
  if (conditions.length > 0 || expand !== null || side !== 'source') return null
  let { status, run_id: run, error_code: error } = filter
  for (const [at, { field }] of group_by.entries()) {
    const key = keys[at]
    if (!key) continue
    if (field.of !== 'record' || key.kind === 'null') return null
    if (field.name === 'status') status = [Number(key.text) as NonNullable<typeof status>[number]]
    else if (field.name === 'run_id') run = key.text
    else if (field.name === 'error_code') error = key.text
    else return null
  }
  return {
    status: (status ?? []).map(String),
    ...(run !== undefined && { run }),
    ...(error !== undefined && { error }),
    ...(filter.keys && { keys: filter.keys }),
    ...(filter.keyword !== undefined && { keyword: filter.keyword }),
    ...(filter.from !== undefined && { from: filter.from }),
    ...(filter.to !== undefined && { to: filter.to }),
  }
}

/** A number's text with its groups of thousands; no digit passes through a double. */
export function groupDigits(text: string, separators: { readonly group: string; readonly point: string }): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!found) return text
  const [, sign = '', whole = '', fraction] = found
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators.group)
  return sign + grouped + (fraction === undefined ? '' : separators.point + fraction)
}
