import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { createSoon } from '../../../../lib/timing.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { isComplete } from '../model.ts'
import type { Definition } from '../types.ts'
import { useText } from '../use-text.ts'
import { DesignForm } from './design-form.tsx'
import { ResultView } from './result-view.tsx'

const REST_MS = 600

export interface DesignerProps {
  readonly strategyId: string
  readonly definition: Definition
  onChange(definition: Definition): void
}

/** The design of a report, and beside it what it says about as many records as a moment allows. */
export function Designer({ strategyId, definition, onChange }: DesignerProps) {
  return (
    <div className="rp-designer">
      <DesignForm strategyId={strategyId} definition={definition} onChange={onChange} />
      <PreviewPane strategyId={strategyId} definition={definition} />
    </div>
  )
}

interface Asked {
  readonly definition: Definition
  readonly result: Parameters<typeof ResultView>[0]['result']
}

function PreviewPane({ strategyId, definition }: Omit<DesignerProps, 'onChange'>) {
  const text = useText()
  const rested = useRested(definition)
  const isReady = isComplete(rested)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...api.aggregate.preview.key(), strategyId, rested],
    // The answer keeps the question: while the next one is awaited, the table must not mix the two.
    queryFn: async ({ signal }): Promise<Asked> => ({
      definition: rested,
      result: (await api.aggregate.preview({ params: { strategy: strategyId }, body: rested, signal })).content,
    }),
    enabled: isReady,
    retry: false,
    staleTime: 10_000,
    ...keepRows,
  })
  return (
    <Section title={text.preview} className="rp-preview">
      <div aria-busy={isFetching} className={isFetching ? 'rp-stale' : ''}>
        {!isReady ? (
          <Empty isSmall title={text.previewWait} />
        ) : error ? (
          <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : (
          <ResultView strategyId={strategyId} definition={data.definition} result={data.result} />
        )}
      </div>
    </Section>
  )
}

/** The value once nobody has changed it for a moment. */
function useRested(value: Definition): Definition {
  const [rested, setRested] = useState(value)
  const [soon] = useState(() => createSoon(REST_MS))
  useEffect(() => {
    soon.ask(() => setRested(value))
    return soon.cancel
  }, [value, soon])
  return rested
}
