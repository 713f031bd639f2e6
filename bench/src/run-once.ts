import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ContentOut, In, StrategyConfig } from '@sluice/contract'
import type { Api, Contracts } from '@sluice/e2e'

type Run = ContentOut<Contracts['run']['get']>

/** A fresh strategy, run once: how it ended, and the seconds from its start to its end as the run itself says. */
export async function runOnce(
  api: Api,
  name: string,
  config: In<typeof StrategyConfig>,
): Promise<{ readonly run: Run; readonly seconds: number }> {
  const { content: strategy } = await api.strategy.create({ body: { name, config } })
  const { content: started } = await api.strategy.runNow({ params: { id: strategy.id }, body: {} })
  for (;;) {
    const { content: run } = await api.run.get({ params: { id: started.run_id } })
    if (run.finished_at !== null)
      return { run, seconds: (Date.parse(run.finished_at) - Date.parse(run.started_at ?? '')) / 1000 }
    // Each question costs the product some of the CPU that is measured.
    await delay(250)
  }
}

/** Peak resident memory of a process; null where the system does not tell. */
export function readPeakMb(pid: number): number | null {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return null
  }
}
