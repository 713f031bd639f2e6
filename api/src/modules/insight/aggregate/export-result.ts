import { type Data, toNumber, type Value } from '@sluice/contract'
import { writeExport } from '@sluice/engine'
import { type Language, sayWords } from '../../../http/messages.ts'
import { sayRecordState } from '../../../http/state-words.ts'
import type {
  KeyValue,
  MetricValue,
  ReportBody,
  ReportField,
  ReportGroup,
  ReportRow,
  reportColumns,
} from './contract.ts'
import type { StoredResult } from './store.ts'

type Words = { readonly zh: string; readonly en: string }

const columnNames: Readonly<Record<(typeof reportColumns)[number], Words>> = {
  status: { zh: '状态', en: 'Status' },
  error_code: { zh: '错误代码', en: 'Error code' },
  attempts: { zh: '尝试次数', en: 'Attempts' },
  version: { zh: '版本', en: 'Version' },
  run_id: { zh: '运行', en: 'Run' },
  key: { zh: '主键', en: 'Key' },
  number: { zh: '编码', en: 'Business number' },
  target_key: { zh: '目标主键', en: 'Target key' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
}
const opNames: Readonly<Record<ReportBody['metrics'][number]['op'], Words>> = {
  count: { zh: '计数', en: 'Count' },
  count_distinct: { zh: '去重计数', en: 'Distinct' },
  sum: { zh: '合计', en: 'Sum' },
  avg: { zh: '平均', en: 'Average' },
  min: { zh: '最小', en: 'Minimum' },
  max: { zh: '最大', en: 'Maximum' },
  first: { zh: '最早', en: 'First' },
  last: { zh: '最新', en: 'Last' },
}
const kindNames: Readonly<Partial<Record<KeyValue['kind'], Words>>> = {
  missing: { zh: '（缺失）', en: '(missing)' },
  null: { zh: '（空值 null）', en: '(null)' },
  invalid: { zh: '（不是日期）', en: '(not a date)' },
}
const TOTAL: Words = { zh: '总计', en: 'Total' }

/** The file of a kept result: a row a line, in a pivot a column for each measure of each column, and the total last. */
export function exportResult(
  result: StoredResult,
  rows: AsyncIterable<ReportRow>,
  format: 'csv' | 'xlsx',
  language: Language,
): AsyncGenerator<Uint8Array> {
  const say = (words: Words) => sayWords(words, language)
  const { definition, columns, total } = result
  const isPivot = definition.pivot
  const groups = isPivot ? definition.group_by.slice(0, -1) : definition.group_by
  const measures = definition.metrics.map(metric => nameMetric(metric, say))
  const showKey = (group: ReportBody['group_by'][number] | undefined, key: KeyValue | null): string =>
    group?.field.of === 'record' && group.field.name === 'status' && key?.kind === 'number'
      ? sayRecordState(Number(key.text), language)
      : keyText(key, say)
  const blocks = [
    ...columns.map(column => ({ key: showKey(definition.group_by.at(-1), column.keys.at(-1) ?? null), column })),
    { key: isPivot ? say(TOTAL) : '', column: null },
  ]
  const names = distinct([
    ...groups.map(group => nameField(group.field, say)),
    ...blocks.flatMap(({ key }) => measures.map(measure => (key === '' && !isPivot ? measure : `${key} ${measure}`))),
  ])
  const toLine = (keys: readonly Value[], of: ReportGroup, cells: readonly ReportGroup[]): Data => {
    const values = blocks.flatMap(({ column }) => {
      const found = column === null ? of : cells.find(cell => isSame(cell.keys.at(-1), column.keys.at(-1)))
      return measures.map((_, at) => metricValue(found?.metrics[at]))
    })
    return Object.fromEntries([...keys, ...values].map((value, at) => [names[at] ?? String(at), value]))
  }
  async function* lines(): AsyncGenerator<Data> {
    for await (const row of rows)
      yield toLine(
        groups.map((group, at) => showKey(group, row.keys[at] ?? null)),
        row,
        row.cells,
      )
    if (groups.length > 0)
      yield toLine(
        groups.map((_, at) => (at === 0 ? say(TOTAL) : '')),
        total,
        columns,
      )
  }
  return writeExport({ format, columns: names.map(name => ({ name, kind: 'text' })) }, lines())
}

const isSame = (left: KeyValue | null | undefined, right: KeyValue | null | undefined): boolean =>
  left?.kind === right?.kind && left?.text === right?.text

const metricValue = (metric: MetricValue | undefined): Value =>
  metric?.value === undefined || metric.value === null ? null : metric.is_number ? toNumber(metric.value) : metric.value

const keyText = (key: KeyValue | null, say: (words: Words) => string): string => {
  if (key === null) return ''
  const words = kindNames[key.kind]
  return words ? say(words) : key.text
}

const nameField = (field: ReportField, say: (words: Words) => string): string =>
  field.of === 'record' ? say(columnNames[field.name]) : field.name

function nameMetric({ op, field, alias }: ReportBody['metrics'][number], say: (words: Words) => string): string {
  if (alias !== '') return alias
  return field === null ? say(opNames[op]) : `${say(opNames[op])} ${nameField(field, say)}`
}

/** A file's columns have names of their own. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name} (${number})`
    taken.add(free)
    return free
  })
}
