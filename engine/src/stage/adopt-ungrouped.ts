import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { noteCauses, UNGROUPED } from '../sql/error-group-rows.ts'
import { findCause } from './fingerprint.ts'

interface UngroupedRow {
  readonly strategy_id: string
  readonly key: string
  readonly error_code: string
  readonly error_message: string | null
  readonly field: string | null
}

const ADOPT_ROWS = 1000

/** Groups records that were in error before there were groups, or came back from an archive. How many it found. */
export async function adoptUngrouped(tx: Tx, tenantId: string): Promise<number> {
  const rows = await tx.query<UngroupedRow>(
    `select r.strategy_id, r.key, r.error_code, r.error_message, a.field from (
       select strategy_id, key, id, error_code, error_message from record_state r
        where r.tenant_id = $1 and ${UNGROUPED} order by r.id limit ${ADOPT_ROWS} for update skip locked) r
     left join lateral (select failure ->> 'field' as field from record_attempt
        where tenant_id = $1 and record_id = r.id and failure is not null order by id desc limit 1) a on true`,
    [tenantId],
  )
  for (const [strategyId, own] of Map.groupBy(rows, row => row.strategy_id)) {
    const causes = own.map(row => ({ key: row.key, cause: findCause(strategyId, toFailure(row)) }))
    const groups = Map.groupBy(causes, ({ cause }) => cause.groupId)
    await tx.execute(
      `update record_state r set error_group = g.id from unnest($3::text[], $4::uuid[]) g(key, id)
        where r.tenant_id = $1 and r.strategy_id = $2 and r.key = g.key collate "C"`,
      [tenantId, strategyId, causes.map(({ key }) => key), causes.map(({ cause }) => cause.groupId)],
    )
    const counts = [...groups.values()].map(all => ({ cause: all[0]!.cause, open: all.length, ignored: 0 })) // a group has a member
    await noteCauses(tx, { tenantId, strategyId }, counts)
  }
  return rows.length
}

const toFailure = (row: UngroupedRow): Pick<FailureDetail, 'code' | 'message' | 'field'> => ({
  code: row.error_code,
  message: row.error_message ?? '',
  ...(row.field === null ? {} : { field: row.field }),
})
