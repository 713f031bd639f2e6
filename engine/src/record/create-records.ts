import type { Tx } from '@sluice/db'
import type { Mapper } from '../map/index.ts'
import { readPublished } from '../sql/strategy-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { askTarget } from './ask-target.ts'
import { createRecordStore } from './create-record-store.ts'
import { decide, noteTargetKeys } from './decide-records.ts'
import { findGroupsOf, findRowsOf } from './find-groups.ts'
import { openMapper } from './open-mapper.ts'
import { readRecordDetail } from './read-record-detail.ts'
import { readWriteBacks } from './read-write-backs.ts'
import type { RecordDeps, Records } from './records.ts'

async function openSaved(deps: RecordDeps, tx: Tx, strategyId: string): Promise<Mapper> {
  const tenantId = tx.tenantId
  if (tenantId === null) throw new Error('opening a mapping: the transaction has no tenant')
  const { config } = await readPublished(tx, tenantId, strategyId)
  return openMapper(deps, tenantId, await bindMaps(tx, tenantId, config.mapping))
}

export function createRecords(deps: RecordDeps): Records {
  return {
    readDetail: (tenantId, strategyId, recordId) => readRecordDetail(deps, tenantId, strategyId, recordId),
    readWriteBacks: (tenantId, strategyId, records) => readWriteBacks(deps.database, tenantId, strategyId, records),
    reprocess: (tx, selection) => decide(tx, selection, 'reprocess'),
    ignore: (tx, selection) => decide(tx, selection, 'ignore'),
    confirm: async (tx, selection, targetKeys) => {
      const changed = await decide(tx, selection, 'confirmWritten')
      if (targetKeys) await noteTargetKeys(tx, selection, targetKeys)
      return changed
    },
    ask: selection => askTarget(deps, selection),
    readOriginals,
    findGroupsOf,
    findRowsOf,
    openMapper: (tx, strategyId) => openSaved(deps, tx, strategyId),
    createStore: tenantId => createRecordStore(deps.database, tenantId),
  }
}
