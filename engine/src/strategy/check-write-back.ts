import { type CheckLine, type StrategyConfig, toFailure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { compileCallback, compileWriteBack } from '../record/write-back.ts'
import { describeTrouble } from '../run/open-callback.ts'
import { findCallback } from '../sql/callback-rows.ts'

/** Templates that cannot be, and a strategy to hand on to that is gone or that nothing is pushed to. */
export async function checkWriteBack(
  database: Database,
  tenantId: string,
  { target: { writeBack } }: StrategyConfig,
): Promise<CheckLine[]> {
  if (!writeBack) return []
  const { callback } = writeBack
  try {
    compileWriteBack(writeBack).close()
    if (callback) compileCallback(writeBack, callback).close()
  } catch (error) {
    return [fail('target.writeBack', toFailure(error).message)]
  }
  if (!callback) return []
  const place = await database.withTenant(tenantId, tx => findCallback(tx, tenantId, callback.strategy_id))
  const trouble = describeTrouble(place)
  if (place === null || trouble !== null) return [fail('target.callback', trouble ?? '')]
  if (place.status === 'running') return []
  return [
    {
      ...fail(
        'target.callbackStopped',
        `The strategy "${place.name}", which written records are handed on to, is not running; they wait there.`,
      ),
      level: 'warning',
    },
  ]
}

const fail = (item: string, message: string): CheckLine => ({
  level: 'error',
  group: 'target',
  item,
  message,
  field: 'target.writeBack',
})
