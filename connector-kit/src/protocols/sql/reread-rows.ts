import type { SourceConfig } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import type { Column } from './column.ts'
import { placeKey } from './follow-table.ts'
import { planOrder } from './order.ts'
import type { Table } from './table.ts'
import type { TableReader } from './table-source.ts'

/** Keys of one statement. */
const KEYS_AT_ONCE = 200

/** Rows as they are now, by key, read just as a read of the table would. */
export async function rereadRows(
  { table, config, columns, reader }: Rereading,
  places: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SourceRecord>> {
  const order = planOrder(table, config, null, reader.dialect)
  // Where the key of the strategy is not unique the order goes on with other columns.
  const terms = order.terms.slice(0, config.key.length)
  const found = new Map<string, SourceRecord>()
  for (let start = 0; start < places.length; start += KEYS_AT_ONCE) {
    const params: string[] = []
    const some = places.slice(start, start + KEYS_AT_ONCE)
    const where = some
      .map(place => `(${terms.map((term, at) => `${term.sql} = ${term.bind(place[at] ?? '', params)}`).join(' and ')})`)
      .join(' or ')
    const orderBy = order.terms.map(term => term.sql).join(', ')
    // Keys that are equal only under a collation may find more rows than were asked for.
    const limit = some.length * 2
    const page = { columns, order, where: `(${where})`, params, orderBy, limit, pageSize: limit, offset: 0, signal }
    for await (const chunk of reader.select(page))
      chunk.records.forEach((record, at) => {
        const place = chunk.places[at]
        if (place) found.set(placeKey(place.slice(0, terms.length)), record)
      })
  }
  return found
}

export interface Rereading {
  readonly table: Table
  readonly config: SourceConfig
  readonly columns: readonly Column[]
  readonly reader: TableReader
}
