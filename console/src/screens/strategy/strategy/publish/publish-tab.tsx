import { isLiveCanary } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { CheckList } from '../parts/check-list.tsx'
import { useCanaryText } from '../texts/use-canary-text.ts'
import type { Strategy } from '../types.ts'
import { AcceptSection } from './accept-section.tsx'
import { CanarySection } from './canary-section.tsx'
import { DraftSection } from './draft-section.tsx'
import { GateSection } from './gate-section.tsx'
import './publish.css'
import { refreshPublishing } from './refresh.ts'
import { isOver } from './rehearsal.ts'
import { RehearsalSection } from './rehearsal-section.tsx'

const POLL_MS = 1_000
const CANARY_MS = 2_000

/** From a draft to what is live: what it changes, what it would write, who accepts it. */
export function PublishTab({ strategy }: { readonly strategy: Strategy }) {
  const { data, error, refetch } = useQuery({
    ...api.strategyPublish.list.query({ params: { id: strategy.id } }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.every(isOver) === false ? POLL_MS : false),
  })
  const words = useCanaryText()
  const canaries = useQuery({
    ...api.strategyPublish.listCanaries.query({ params: { id: strategy.id } }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.some(({ state }) => isLiveCanary(state)) ? CANARY_MS : false),
  })
  const state = canaries.data?.content[0]?.state
  const isTried = state !== undefined && isLiveCanary(state)
  // One that ends by itself changes the draft and the version.
  useEffect(() => void (state !== undefined && !isTried && refreshPublishing()), [state, isTried])
  const [chosen, setChosen] = useState<string | null>(null)
  const rehearsals = data?.content
  const shown = rehearsals?.find(({ id }) => id === chosen) ?? rehearsals?.[0]
  return (
    <>
      {isTried && <CanarySection canaries={canaries} />}
      <GateSection strategy={strategy} />
      <DraftSection strategy={strategy} />
      {error && !rehearsals && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!error && !rehearsals && <Skeleton rows={4} />}
      {rehearsals && (strategy.gate.draft || shown) && (
        <RehearsalSection
          strategy={strategy}
          rehearsals={rehearsals}
          shown={shown}
          // A rehearsal that begins is the newest, and that is shown.
          onChoose={setChosen}
        />
      )}
      {strategy.gate.draft && <CheckList strategy={strategy} isDraft title={words.check} />}
      {strategy.gate.draft && rehearsals && (
        <AcceptSection
          strategy={strategy}
          rehearsal={rehearsals.find(each => each.is_current && each.state === 'done')}
          hasCanary={isTried}
        />
      )}
      {!isTried && <CanarySection canaries={canaries} />}
    </>
  )
}
