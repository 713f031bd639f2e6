import type { StrategyConfig } from '@sluice/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Strategy } from '../types.ts'
import { CALLS_DAYS, type Callers } from './callers.ts'

// Only where applications call what is changed.
const CallersDialog = lazyPart(async () => ({ default: (await import('./callers-dialog.tsx')).CallersDialog }))

/** A save that asks first when it would break calls that applications made lately. */
interface CallerCheck {
  readonly isChecking: boolean
  /** Whose calls it would break, while somebody has to decide. */
  readonly question: ReactNode
  /** Goes through with `save` at once where nobody's calls break. */
  submit(config: StrategyConfig, save: () => void): Promise<void>
}

/** Behind a gate nothing is asked: there the check of the draft says it. */
export function useCallerCheck({ id, gate }: Strategy): CallerCheck {
  const [isChecking, setChecking] = useState(false)
  const [asked, setAsked] = useState<{ readonly callers: Callers; save(): void } | null>(null)
  const findBroken = async (config: StrategyConfig): Promise<Callers | null> => {
    if (gate.required) return null
    setChecking(true)
    // A question that cannot be answered keeps nobody from saving.
    const answer = await api.strategyCallers
      .check({ params: { id }, body: { config, days: CALLS_DAYS } })
      .catch(() => null)
    setChecking(false)
    return answer?.content.callers.some(({ breaks }) => breaks.length > 0) ? answer.content : null
  }
  const forget = () => setAsked(null)
  return {
    isChecking,
    question: asked && (
      <Suspense>
        <CallersDialog
          callers={asked.callers}
          onSave={() => {
            forget()
            asked.save()
          }}
          onClose={forget}
        />
      </Suspense>
    ),
    async submit(config, save) {
      const callers = await findBroken(config)
      if (callers === null) save()
      else setAsked({ callers, save })
    },
  }
}
