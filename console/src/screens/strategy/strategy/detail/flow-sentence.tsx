import { ExclamationCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useReader } from '../parts/use-readers.ts'
import { useFlowText } from '../texts/use-flow-text.ts'
import type { Counters, Strategy } from '../types.ts'
import { ErrorReason, RejectedReason } from './first-reason.tsx'
import { type Explanation, explainFlow } from './flow-model.ts'
import { WaitingText } from './waiting-text.tsx'

export interface FlowSentenceProps {
  readonly strategy: Strategy
  readonly counters: Counters | undefined
}

const LOOK_MS = 1000

/** Something is missing at the target, and nothing brings it there by itself. */
const BAD: ReadonlySet<Explanation['kind']> = new Set(['errors', 'rejected', 'unknown', 'broken', 'partial'])
const isFailing = (code: string): boolean => code === 'wait.account.open' || code === 'wait.account.trying'

/** One sentence: why anything waits or is slow, or how fast it goes. */
export function FlowSentence({ strategy, counters }: FlowSentenceProps) {
  const say = useSentence()
  const format = useFormat()
  const { why } = useFlowText()
  const isLost = useReader(strategy.id, strategy.config.source.follow === true)?.state === 'lost'
  const run = counters?.run
  const isLive = run?.state === 'running'
  const nowMs = useNow(isLive)
  const waiting = strategy.waits_for
  const told = explainFlow(strategy, counters, nowMs)
  const isCut = isLost && !isLive
  const isPlain = !waiting && !isCut
  const rejected = run?.counts.rejected ?? 0
  const isBad = waiting ? isFailing(waiting.code) : isCut || BAD.has(told.kind)
  return (
    <p className={isBad ? 'st-why st-why-bad' : 'st-why'} role="status">
      {isBad ? <ExclamationCircleFilled aria-hidden /> : <InfoCircleOutlined aria-hidden />}{' '}
      {waiting ? <WaitingText waiting={waiting} /> : isCut ? why.lost : say(told)}{' '}
      {isPlain && (told.kind === 'errors' || told.kind === 'retrying') && (
        <ErrorReason strategyId={strategy.id} count={told.count} isRetried={told.kind === 'retrying'} />
      )}
      {isPlain && told.kind === 'errors' && told.retrying > 0 && ` ${why.alsoRetrying(format.number(told.retrying))}`}
      {isPlain && told.kind === 'errors' && rejected > 0 && ` ${why.alsoRejected(format.number(rejected))}`}
      {isPlain && run && (told.kind === 'rejected' || (told.kind === 'errors' && rejected > 0)) && (
        <RejectedReason strategyId={strategy.id} runId={run.id} />
      )}
    </p>
  )
}

/** A silence grows by the clock alone. */
function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return nowMs
}

function useSentence(): (told: Explanation) => string {
  const { why } = useFlowText()
  const format = useFormat()
  return told => {
    if (told.kind === 'waitsFirst') return why.waitsFirst(format.time(told.next))
    if ('next' in told) return why.waitsNext(format.number(told.count), format.time(told.next))
    if ('reason' in told) return why.broken(told.reason)
    if ('count' in told) return why[told.kind](format.number(told.count))
    if (told.kind === 'moving') return why.moving(format.number(told.rate))
    if (told.kind === 'stopping') return why.stopping(format.number(told.pending))
    if (told.kind === 'slowSource') return why.slowSource(format.number(told.seconds))
    if (told.kind === 'slowTarget') return why.slowTarget(format.number(told.seconds), format.number(told.pending))
    // What is left has a sentence without figures.
    return why[told.kind as 'never']
  }
}
