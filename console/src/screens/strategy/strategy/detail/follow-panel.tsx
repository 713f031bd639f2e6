import { useMutation } from '@tanstack/react-query'
import { Alert, Descriptions, Skeleton } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { type Format, useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useReader, useReaders } from '../parts/use-readers.ts'
import { useFollowText } from '../texts/use-follow-text.ts'
import type { FollowReader, Strategy } from '../types.ts'

/** How far the stream of changes has been taken, how far behind it is, and what its source keeps for that. */
export function FollowPanel({ strategy }: { readonly strategy: Strategy }) {
  const text = useFollowText()
  const { data, error, refetch } = useReaders()
  const current = useReader(strategy.id)
  return (
    <Section title={text.title} extra={current && <span className="sl-muted">{describePhase(text, current)}</span>}>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : current === undefined ? (
        <span className="sl-muted">{text.waiting}</span>
      ) : (
        <>
          {current.state === 'lost' && <Lost strategy={strategy} reader={current} />}
          <Facts reader={current} />
        </>
      )}
    </Section>
  )
}

type Text = ReturnType<typeof useFollowText>

/** A queue has no data before its messages, so no phase either: what was measured is being followed. */
function describePhase(text: Text, { state, phase, lag }: FollowReader): string {
  if (state === 'lost') return text.lost
  if (phase !== null) return text.phases[phase]
  return lag.asked_at === null ? text.waiting : text.phases.stream
}

function Lost({ strategy, reader }: { readonly strategy: Strategy; readonly reader: FollowReader }) {
  const text = useFollowText()
  const [isAsking, setAsking] = useState(false)
  const run = useMutation({
    mutationFn: () => api.strategy.runNow({ params: { id: strategy.id }, body: { full: true } }),
    onSuccess() {
      setAsking(false)
      void message.success(text.started)
      void queryClient.invalidateQueries({ queryKey: api.strategyFollow.list.key() })
    },
    onError: failure => void message.error(describeError(failure).message),
  })
  return (
    <Alert
      type="error"
      showIcon
      className="st-gap"
      title={reader.failure?.message ?? text.lost}
      description={text.lostText}
      action={
        <>
          <CanButton authority="strategy:update" size="small" onClick={() => setAsking(true)}>
            {text.readAnew}
          </CanButton>
          <ConfirmDanger
            open={isAsking}
            title={text.readAnew}
            text={`${text.readAnewConfirm} ${text.lostText}`}
            action={text.readAnew}
            isBusy={run.isPending}
            onConfirm={() => run.mutate()}
            onCancel={() => setAsking(false)}
          />
        </>
      }
    />
  )
}

function Facts({ reader }: { readonly reader: FollowReader }) {
  const text = useFollowText()
  const format = useFormat()
  const { lag, done, total, phase } = reader
  const items = [
    ...(phase === 'snapshot' && done !== null
      ? [
          {
            key: 'progress',
            label: text.progress,
            children: text.of(format.number(done), total === null ? null : format.number(total)),
          },
        ]
      : []),
    { key: 'behind', label: text.behind, children: describeLag(text, format, reader) },
    ...(lag.kept_bytes === null
      ? []
      : [
          {
            key: 'kept',
            label: text.kept,
            children: text.keptOf(format.bytes(lag.kept_bytes), format.bytes(reader.max_bytes)),
          },
        ]),
    ...(reader.position === null ? [] : [{ key: 'position', label: text.position, children: reader.position }]),
    { key: 'asked', label: text.asked, children: format.time(lag.asked_at) },
  ]
  return <Descriptions column={{ xs: 1, md: 2 }} size="small" items={items} />
}

function describeLag(text: Text, format: Format, { lag }: FollowReader): string {
  if (lag.asked_at === null) return '–'
  const parts = [
    ...(lag.records === null ? [] : [text.records(format.number(lag.records))]),
    ...(lag.seconds === null || lag.seconds === 0 ? [] : [text.seconds(format.number(lag.seconds))]),
    ...(lag.behind_bytes === null || lag.behind_bytes === 0 ? [] : [format.bytes(lag.behind_bytes)]),
  ]
  return parts.length === 0 || (lag.seconds === 0 && lag.records === null) ? text.upToDate : parts.join(' · ')
}
