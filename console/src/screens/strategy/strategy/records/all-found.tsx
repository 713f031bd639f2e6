import { RecordState, recordStandings } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { AskProcessAgain } from '../parts/process-again.tsx'
import { useAgainText } from '../texts/use-again-text.ts'
import type { RecordFilter } from '../types.ts'

const processed: readonly RecordState[] = [...recordStandings.error, ...recordStandings.retrying, RecordState.ignored]

export interface AllFoundProps {
  readonly strategyId: string
  readonly filter: RecordFilter
  /** Rows that the page shows. */
  readonly shown: number
  onPageOnly(): void
  onDone(): void
}

/** What can be decided about everything that the filter finds, of which the page shows a part. */
export function AllFound({ strategyId, filter, shown, onPageOnly, onDone }: AllFoundProps) {
  const text = useAgainText()
  const format = useFormat()
  const [kind, setKind] = useState<'remap' | 'ignore' | null>(null)
  // Without states it is what is not written; with them, those of them that can be processed again.
  const status = filter.status?.filter(state => processed.includes(state)) ?? [
    ...recordStandings.error,
    ...recordStandings.retrying,
  ]
  const counted = useQuery({
    ...api.strategyData.count.query({ params: { strategy: strategyId }, body: { ...filter, status } }),
    enabled: status.length > 0,
  }).data?.content
  const count = status.length === 0 ? 0 : counted?.count
  const figure = counted?.is_more ? text.moreThan(format.number(counted.count)) : format.number(count ?? 0)
  const reason = count === 0 ? text.none : undefined
  return (
    <>
      <CanButton
        size="small"
        authority="strategy:update"
        reason={reason}
        loading={count === undefined}
        onClick={() => setKind('remap')}
      >
        {text.button(figure)}
      </CanButton>
      <CanButton
        size="small"
        authority="strategy:update"
        reason={reason}
        loading={count === undefined}
        onClick={() => setKind('ignore')}
      >
        {text.ignoreAll(figure)}
      </CanButton>
      <Button type="link" size="small" onClick={onPageOnly}>
        {text.pageOnly(format.number(shown))}
      </Button>
      {kind !== null && (
        <AskProcessAgain
          strategyId={strategyId}
          filter={{ ...filter, status }}
          count={figure}
          kind={kind}
          onClose={() => {
            setKind(null)
            onDone()
          }}
        />
      )}
    </>
  )
}
