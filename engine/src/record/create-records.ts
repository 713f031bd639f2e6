import { readOriginals } from '../stage/read-originals.ts'
import { askTarget } from './ask-target.ts'
import { createRecordStore } from './create-record-store.ts'
import { decide, noteTargetKeys } from './decide-records.ts'
import { readRecordDetail } from './read-record-detail.ts'
import type { RecordDeps, Records } from './records.ts'

export function createRecords(deps: RecordDeps): Records {
  return {
    readDetail: (tenantId, strategyId, recordId) => readRecordDetail(deps, tenantId, strategyId, recordId),
    reprocess: (tx, selection) => decide(tx, selection, 'reprocess'),
    ignore: (tx, selection) => decide(tx, selection, 'ignore'),
    confirm: async (tx, selection, targetKeys) => {
      const changed = await decide(tx, selection, 'confirmWritten')
      if (targetKeys) await noteTargetKeys(tx, selection, targetKeys)
      return changed
    },
    ask: selection => askTarget(deps, selection),
    readOriginals,
    createStore: tenantId => createRecordStore(deps.database, tenantId),
  }
}
