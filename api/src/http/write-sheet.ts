import type { Data, Value } from '@sluice/contract'
import { writeExport } from '@sluice/engine'
import { sayWords } from './messages.ts'
import { FileAnswer, type RouteContext } from './route-handler.ts'

export interface SheetColumn<Row> {
  readonly title: { readonly zh: string; readonly en: string; readonly pt?: string }
  /** Amounts as exact numbers, so that a sheet adds them up. */
  read(row: Row, ctx: RouteContext): Value | undefined
}

interface Sheet<Row> {
  /** Of the file, without its ending. */
  readonly name: string
  readonly format: 'xlsx' | 'csv'
  readonly columns: readonly SheetColumn<Row>[]
  readonly rows: AsyncIterable<Row> | Iterable<Row>
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** A table as a file, headed in the reader's language; memory does not grow with its rows. */
export function writeSheet<Row>({ name, format, columns, rows }: Sheet<Row>, ctx: RouteContext): FileAnswer {
  const titles = columns.map(({ title }) => sayWords(title, ctx.language))
  async function* write(): AsyncGenerator<Data> {
    for await (const row of rows)
      yield Object.fromEntries(columns.map(({ read }, at) => [titles[at] ?? String(at), read(row, ctx) ?? null]))
  }
  const bytes = writeExport({ format, columns: titles.map(title => ({ name: title, kind: 'text' })) }, write())
  return new FileAnswer(`${name}.${format}`, types[format], bytes)
}
