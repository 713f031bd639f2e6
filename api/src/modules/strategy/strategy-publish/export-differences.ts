import { sayWords } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { Difference } from './contract.ts'
import { describeDifference } from './describe-rehearsal.ts'
import { type DifferenceFilter, searchDifferences } from './store.ts'

const headings = [
  { zh: '主键', en: 'Business key' },
  { zh: '编码', en: 'Business number' },
  { zh: '结果', en: 'Outcome' },
  { zh: '写入时的版本', en: 'Written by version' },
  { zh: '字段', en: 'Field' },
  { zh: '改动前', en: 'Before' },
  { zh: '改动后', en: 'After' },
  { zh: '原因', en: 'Reason' },
]

const kindWords = {
  same: { zh: '相同', en: 'Same' },
  changed: { zh: '有变化', en: 'Changed' },
  refused: { zh: '新被拒绝', en: 'Newly refused' },
  accepted: { zh: '新被接受', en: 'Newly accepted' },
  stillRefused: { zh: '仍被拒绝', en: 'Still refused' },
  filtered: { zh: '被过滤', en: 'Filtered out' },
  unclear: { zh: '无法比对', en: 'Cannot be compared' },
} as const

const PAGE = 500

/** A line per field that changes, per reason of a refusal; a record without either has one line. */
export async function* exportDifferences(filter: DifferenceFilter, ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  for (let offset = 0; ; offset += PAGE) {
    const rows = await ctx.tenant(tx => searchDifferences(tx, filter, PAGE, offset))
    for (const row of rows) yield writeLines(describeDifference(row, ctx.tell), ctx)
    if (rows.length < PAGE) return
  }
}

function writeLines({ key, number, kind, version, fields, problems }: Difference, { language }: RouteContext): string {
  const head = [key, number, sayWords(kindWords[kind], language), version]
  const lines = [
    ...fields.map(({ field, before, after }) => [field, before, after, null]),
    ...problems.map(({ field, message, value }) => [field, value, null, message]),
  ]
  return (lines.length === 0 ? [[null, null, null, null]] : lines)
    .map(line => writeCsvLine([...head, ...line]))
    .join('')
}
