import { recordStandings, sumStanding } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ReplayProgress } from '../../../run/error/public.ts'
import { useAgainText } from '../texts/use-again-text.ts'
import type { Counters, RecordFilter, Strategy } from '../types.ts'

/** Not written, and no person has decided otherwise. */
const unwritten = [...recordStandings.error, ...recordStandings.retrying]
const countUnwritten = (counters: Counters | undefined): number => sumStanding(counters?.records ?? [], unwritten)

export interface AskProcessAgainProps {
  readonly strategyId: string
  readonly filter: RecordFilter
  /** As it is read. */
  readonly count: string
  readonly kind?: 'remap' | 'ignore'
  /** Why it is asked. */
  readonly because?: string
  onClose(): void
}

/** Asks before all that a filter finds goes to the target once more, then shows how far it is. */
export function AskProcessAgain({ strategyId, filter, count, kind = 'remap', because, onClose }: AskProcessAgainProps) {
  const text = useAgainText()
  const [jobId, setJobId] = useState<string | null>(null)
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['strategyData'] })
    void queryClient.invalidateQueries({ queryKey: api.strategy.counters.key() })
  }
  const start = useMutation({
    mutationFn: () => api.strategyData.processAll({ params: { strategy: strategyId }, body: { ...filter, kind } }),
    onSuccess: ({ content }) => setJobId(content.replay_id),
    onError: error => void message.error(describeError(error).message),
  })
  const close = () => {
    if (jobId !== null) refresh()
    onClose()
  }
  if (jobId !== null)
    return (
      <Dialog open title={text.progress} cancelText={text.close} okButtonProps={{ hidden: true }} onCancel={close}>
        <Suspense fallback={<Skeleton rows={4} />}>
          <ReplayProgress id={jobId} />
        </Suspense>
      </Dialog>
    )
  const isIgnore = kind === 'ignore'
  return (
    <Dialog
      open
      title={isIgnore ? text.askIgnore(count) : text.ask(count)}
      okText={isIgnore ? text.ignore : text.process}
      cancelText={text.later}
      okButtonProps={{ danger: isIgnore }}
      confirmLoading={start.isPending}
      onOk={() => start.mutate()}
      onCancel={close}
    >
      {because !== undefined && <p>{because}</p>}
      <p>{isIgnore ? text.ignoreText : text.text}</p>
    </Dialog>
  )
}

interface OfStrategy {
  readonly strategyId: string
  readonly counters: Counters | undefined
}

/** Everything of the strategy that was not written. Nothing is shown where there is nothing. */
export function ProcessAgainButton({ strategyId, counters }: OfStrategy) {
  const text = useAgainText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const count = countUnwritten(counters)
  return (
    <>
      {count > 0 && (
        <CanButton authority="strategy:update" onClick={() => setAsking(true)}>
          {text.button(format.number(count))}
        </CanButton>
      )}
      {isAsking && (
        <AskProcessAgain
          strategyId={strategyId}
          filter={{}}
          count={format.number(count)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const writesAlike = (a: Strategy['config'], b: Strategy['config']): boolean =>
  (['source', 'mapping', 'target'] as const).every(part => JSON.stringify(a[part]) === JSON.stringify(b[part]))

/** Asked once for each version, however it came, that reads, maps or writes otherwise while something is not written. */
export function AskAfterSave({ strategy, counters }: { readonly strategy: Strategy } & Omit<OfStrategy, 'strategyId'>) {
  const text = useAgainText()
  const format = useFormat()
  const [seen, setSeen] = useState(strategy)
  const [asked, setAsked] = useState(0)
  if (strategy.version !== seen.version) {
    setSeen(strategy)
    if (!writesAlike(seen.config, strategy.config)) setAsked(countUnwritten(counters))
  }
  if (asked === 0) return null
  return (
    <AskProcessAgain
      strategyId={strategy.id}
      filter={{}}
      count={format.number(asked)}
      because={text.because}
      onClose={() => setAsked(0)}
    />
  )
}
