import { type Database, findStoreTrouble } from '@sluice/db'
import { type FinishedCall, insertCall, insertCalls, leave } from './call-rows.ts'
import { gather } from './gather.ts'

/** Resolves when the call's row is there for good. */
export type LogCall = (call: FinishedCall) => Promise<void>

/** Rows of calls that end together are written together, each before its answer leaves. */
export function createCallLog(database: Database): LogCall {
  const write = gather<FinishedCall, null>(
    ({ tenantId }) => tenantId,
    async calls => {
      await insertCalls(database, calls)
      return calls.map(() => null)
    },
  )
  return async call => {
    try {
      await write(call)
    } catch (error) {
      if (findStoreTrouble(error)) throw error
      // One that the store refuses must not take the others with it.
      await writeAlone(database, call)
    }
  }
}

const writeAlone = (database: Database, { tenantId, row, hasPlace }: FinishedCall): Promise<void> =>
  database.withTenant(tenantId, async tx => {
    await insertCall(tx, row)
    if (hasPlace) await leave(tx, row.applicationId, row.id)
  })
