import type { StrategyConfig } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { isOver, type Rehearsal } from '../publish/rehearsal.ts'
import { useEditionText } from '../texts/use-edition-text.ts'
import type { Strategy } from '../types.ts'
import { countOtherwise, refreshComparisons, useComparisons } from './comparison.ts'
import { ComparisonDrawer } from './comparison-drawer.tsx'
import { ComparisonProgress } from './comparison-progress.tsx'
import './edition.css'

/** Newest records that are looked at before a save. */
const MOST = 2000

export interface CompareChangeProps {
  /** The version that is changed. */
  readonly base: Strategy
  /** What would be saved; null: it is not whole yet. */
  readonly config: StrategyConfig | null
}

/** What a change would make of stored records, before it is saved. */
export function CompareChange({ base, config }: CompareChangeProps) {
  const text = useEditionText()
  const { data } = useComparisons(base.id)
  const [asked, setAsked] = useState<{ readonly id: string; readonly of: string } | null>(null)
  const [isShown, setShown] = useState(false)
  const typed = JSON.stringify(config)
  const start = useMutation({
    mutationFn: (wanted: StrategyConfig) =>
      api.strategyPublish.compare({
        params: { id: base.id },
        body: { version: base.version, config: wanted, max_records: MOST },
      }),
    onSuccess({ content }, wanted) {
      setAsked({ id: content.id, of: JSON.stringify(wanted) })
      void refreshComparisons()
    },
    onError: error => void message.error(describeError(error).message),
  })
  // What has been typed since makes it void.
  const found = asked?.of === typed ? data?.content.find(({ id }) => id === asked.id) : undefined
  if (found && !isOver(found)) return <ComparisonProgress comparison={found} />
  return (
    <span aria-live="polite">
      {found && <Outcome comparison={found} onShow={() => setShown(true)} />}
      {!found && (
        <CanButton
          authority="strategy:update"
          loading={start.isPending}
          reason={config === null || data?.content.some(each => !isOver(each)) ? text.change.notYet : undefined}
          onClick={() => config && start.mutate(config)}
        >
          {text.change.start}
        </CanButton>
      )}
      {found?.state === 'done' && (
        <ComparisonDrawer comparison={found} open={isShown} onClose={() => setShown(false)} />
      )}
    </span>
  )
}

function Outcome({ comparison, onShow }: { readonly comparison: Rehearsal; onShow(): void }) {
  const text = useEditionText()
  const format = useFormat()
  const { examined, failure, state } = comparison
  const otherwise = countOtherwise(comparison)
  if (failure) return text.failed(failure.message)
  if (state !== 'done') return null
  if (examined === 0) return text.change.none
  if (otherwise === 0) return text.change.same(format.number(examined))
  return (
    <>
      <strong>{text.change.counted(format.number(otherwise), format.number(examined))}</strong>{' '}
      <CanButton type="link" authority="strategy:query" onClick={onShow}>
        {text.show}
      </CanButton>
    </>
  )
}
