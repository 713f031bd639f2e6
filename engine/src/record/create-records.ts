import { createRecordStore } from './create-record-store.ts'
import { decide } from './decide-records.ts'
import { readOriginals } from './read-originals.ts'
import { readRecordDetail } from './read-record-detail.ts'
import type { RecordDeps, Records } from './records.ts'

export function createRecords(deps: RecordDeps): Records {
  return {
    readDetail: (tenantId, strategyId, recordId) => readRecordDetail(deps, tenantId, strategyId, recordId),
    reprocess: (tx, selection) => decide(tx, selection, 'reprocess'),
    ignore: (tx, selection) => decide(tx, selection, 'ignore'),
    confirm: (tx, selection) => decide(tx, selection, 'confirmWritten'),
    readOriginals,
    createStore: tenantId => createRecordStore(deps.database, tenantId),
  }
}
