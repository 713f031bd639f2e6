import { setTimeout as delay } from 'node:timers/promises'
import type { ContentOut, In, StrategyConfig } from '@sluice/contract'
import type { contracts } from './contracts.ts'
import type { Api } from './product.ts'

export type Run = ContentOut<(typeof contracts)['run']['get']>

/** Makes a strategy as a person would, and runs it once to its end. */
export async function runNewStrategy(
  api: Api,
  name: string,
  config: In<typeof StrategyConfig>,
): Promise<{ readonly id: string; readonly run: Run }> {
  const { content: strategy } = await api.strategy.create({ body: { name, config } })
  const { content: started } = await api.strategy.runNow({ params: { id: strategy.id }, body: {} })
  return { id: strategy.id, run: await waitForRun(api, started.run_id) }
}

export async function waitForRun(api: Api, id: string, timeoutMs = 120_000): Promise<Run> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    const { content: run } = await api.run.get({ params: { id } })
    if (run.finished_at !== null) return run
    await delay(50)
  }
  throw new Error(`run ${id} did not end within ${timeoutMs} ms`)
}

/** Waits until nothing of the strategy is waiting, queued or running any more. */
export async function waitForCalm(api: Api, id: string, timeoutMs = 120_000): Promise<Map<number, number>> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 100) {
    const { content } = await api.strategy.counters({ params: { id } })
    const counts = new Map<number, number>(content.records.map(state => [state.status, state.count]))
    const isLive = content.run !== null && ['queued', 'running', 'stopping'].includes(content.run.state)
    if (!isLive && (counts.get(0) ?? 0) === 0 && (counts.get(5) ?? 0) === 0) return counts
    await delay(100)
  }
  throw new Error(`strategy ${id} did not come to rest within ${timeoutMs} ms`)
}
