import { expect, test } from 'vitest'
import { ASKED_ROWS, findRelated } from './find-related.ts'
import type { LifeRow } from './store.ts'

const record = (id: string, key: string, change: Partial<LifeRow> = {}): LifeRow => ({
  id,
  strategy_id: 'rows',
  strategy_name: 'rows',
  source_connector_id: null,
  target_connector_id: null,
  source_resource: null,
  key,
  number: null,
  status: 2,
  attempts: 1,
  version: 1,
  error_message: null,
  target_key: null,
  retry_at: null,
  run_id: '',
  page_id: '1',
  page_at: '',
  ordinal: 0,
  created_at: '',
  updated_at: '',
  ...change,
})
const document = record('9', 'N1', { strategy_id: 'documents', target_key: 'ERP-7', target_connector_id: 'erp' })
const delivery = record('12', 'ERP-7', { strategy_id: 'deliveries', source_connector_id: 'erp' })

test('a row lies in its document, and goes where that goes', async () => {
  const asked: string[] = []
  const { records } = await findRelated(record('1', 'L1'), { documents: [document], rows: [] }, async texts => {
    asked.push(...texts)
    return texts.includes('ERP-7') ? [document, delivery] : []
  })
  expect(records.map(({ row, relation, via }) => [row.id, relation, via])).toEqual([
    ['1', 'self', null],
    ['9', 'group', '1'],
    ['12', 'downstream', '9'],
  ])
  expect(asked).toEqual(['L1', 'N1', 'ERP-7'])
})

test('a document tells its first rows and whether there are more, and looks nothing up for them', async () => {
  const rows = Array.from({ length: ASKED_ROWS }, (_, at) => record(`${100 + at}`, `L${at}`))
  const asked: string[] = []
  const find = async (texts: readonly string[]) => {
    asked.push(...texts)
    return []
  }
  const all = await findRelated(document, { documents: [], rows }, find)
  expect(all.isCut).toBe(true)
  expect(all.records.filter(({ relation }) => relation === 'row')).toHaveLength(ASKED_ROWS - 1)
  expect(asked).toEqual(['N1', 'ERP-7'])
  expect((await findRelated(document, { documents: [], rows: rows.slice(1) }, find)).isCut).toBe(false)
})
