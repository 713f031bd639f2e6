import type { StrategyConfig } from '@sluice/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { isFelt } from '../../../../parts/impact.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Strategy } from '../types.ts'
import { CALLS_DAYS, type Callers, type FieldImpact } from './callers.ts'

// Only where somebody would feel what is changed.
const SaveQuestion = lazyPart(async () => ({ default: (await import('./save-question.tsx')).SaveQuestion }))

/** A save that asks first when others would feel it: applications by their calls, and what reads a field that goes. */
interface SaveCheck {
  readonly isChecking: boolean
  /** Who would feel it, while somebody has to decide. */
  readonly question: ReactNode
  /** Goes through with `save` at once where nobody does. */
  submit(config: StrategyConfig, save: () => void): Promise<void>
}

interface Felt {
  readonly callers: Callers | null
  readonly impact: FieldImpact | null
}

/** A question that cannot be answered keeps nobody from saving. */
const orNull = <T,>(answer: Promise<{ readonly content: T }>): Promise<T | null> =>
  answer.then(
    ({ content }) => content,
    () => null,
  )

/** Behind a gate nothing is asked about calls: there the check of the draft says it. */
export function useSaveCheck({ id, gate }: Strategy): SaveCheck {
  const [isChecking, setChecking] = useState(false)
  const [asked, setAsked] = useState<(Felt & { save(): void }) | null>(null)
  const find = async (config: StrategyConfig): Promise<Felt> => {
    setChecking(true)
    const [callers, impact] = await Promise.all([
      gate.required ? null : orNull(api.strategyCallers.check({ params: { id }, body: { config, days: CALLS_DAYS } })),
      orNull(api.lineage.change({ body: { id, config } })),
    ])
    setChecking(false)
    return {
      callers: callers?.callers.some(({ breaks }) => breaks.length > 0) ? callers : null,
      impact: impact && isFelt(impact) ? impact : null,
    }
  }
  const forget = () => setAsked(null)
  return {
    isChecking,
    question: asked && (
      <Suspense>
        <SaveQuestion
          callers={asked.callers}
          impact={asked.impact}
          onSave={() => {
            forget()
            asked.save()
          }}
          onClose={forget}
        />
      </Suspense>
    ),
    async submit(config, save) {
      const felt = await find(config)
      if (felt.callers === null && felt.impact === null) save()
      else setAsked({ ...felt, save })
    },
  }
}
