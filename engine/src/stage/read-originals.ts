import type { Tx } from '@sluice/db'
import { findPage } from '../sql/page-rows.ts'
import { unpackRows } from './page-codec.ts'

/** Columns of a record_state row. */
export interface RecordPlace {
  readonly id: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

/** Texts by record id; each page is read once, one in memory at a time. */
export async function readOriginals(tx: Tx, places: readonly RecordPlace[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const tenantId = tx.tenantId
  if (tenantId === null) throw new Error('reading originals: the transaction has no tenant')
  for (const [pageId, records] of Map.groupBy(places, place => place.page_id)) {
    const page = await findPage(tx, tenantId, { id: pageId, at: records[0]!.page_at }) // a group has a member
    if (!page) continue
    const rows = await unpackRows(page.body)
    for (const { id, ordinal } of records) {
      const text = rows.text(ordinal)
      if (text !== undefined) texts.set(id, text)
    }
  }
  return texts
}
