import type { ContentOut } from '@sluice/contract'
import { message, notification } from '../../../../lib/announce.ts'
import type { StrategyRow } from '../types.ts'

type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']
export type BatchResult = ContentOut<StrategyModule['batchStart']>

interface Words {
  batchDone(done: number): string
  batchFailed(name: string, message: string): string
}

/** How many went well, and every refusal by name. */
export function tellResults(results: BatchResult, rows: readonly StrategyRow[], text: Words): void {
  const failed = results.filter(result => !result.ok)
  const done = results.length - failed.length
  if (done > 0) void message.success(text.batchDone(done))
  for (const result of failed) {
    const name = rows.find(row => row.id === result.id)?.name ?? result.id
    notification.warning({ title: text.batchFailed(name, result.message) })
  }
}
