import type { StrategyConfig } from '@sluice/contract'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import type { Strategy } from '../types.ts'

export type Callers = Awaited<ReturnType<typeof api.strategyCallers.check>>['content']

/** Calls that a change is held against. */
export const CALLS_DAYS = 7

/** What a save would break of the calls that applications made lately; behind a gate the check of the draft says it. */
export function useCallerCheck({ id, gate }: Strategy) {
  const [isChecking, setChecking] = useState(false)
  const [broken, setBroken] = useState<Callers | null>(null)
  return {
    isChecking,
    broken,
    forget: () => setBroken(null),
    /** @returns whether somebody has to decide first */
    async check(config: StrategyConfig): Promise<boolean> {
      if (gate.required) return false
      setChecking(true)
      // A question that cannot be answered keeps nobody from saving.
      const answer = await api.strategyCallers
        .check({ params: { id }, body: { config, days: CALLS_DAYS } })
        .catch(() => null)
      setChecking(false)
      const isBroken = answer?.content.callers.some(({ breaks }) => breaks.length > 0) ?? false
      if (answer && isBroken) setBroken(answer.content)
      return isBroken
    },
  }
}
