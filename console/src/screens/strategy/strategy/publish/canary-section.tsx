import { canaryTransitions, isLiveCanary } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Progress, Table } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useCanaryText } from '../texts/use-canary-text.ts'
import { CanaryHistory } from './canary-history.tsx'
import { refreshPublishing } from './refresh.ts'
import type { Canary } from './rehearsal.ts'

export interface CanarySectionProps {
  readonly canaries: {
    /** Newest first. */
    readonly data: { readonly content: readonly Canary[] } | undefined
    readonly error: Error | null
    refetch(): Promise<unknown>
  }
}

/** A draft on a share of the keys: how it does, and what became of those before. */
export function CanarySection({ canaries: { data, error, refetch } }: CanarySectionProps) {
  const text = useCanaryText()
  if (error && !data)
    return (
      <Section title={text.title}>
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      </Section>
    )
  const [newest] = data?.content ?? []
  if (!data || !newest) return null
  return (
    <Section title={text.title} text={text.hint}>
      <div aria-live="polite">{isLiveCanary(newest.state) ? <Live canary={newest} /> : <Ended canary={newest} />}</div>
      <CanaryHistory canaries={data.content} />
    </Section>
  )
}

function Live({ canary }: { readonly canary: Canary }) {
  const text = useCanaryText()
  const format = useFormat()
  const { state, version, base_version, share, minutes, records, max_failed, max_failed_share, promotes } = canary
  const leftMs = minutes === null ? 0 : Date.parse(canary.started_at) + minutes * 60_000 - Date.now()
  const parts = [
    minutes === null ? 1 : 1 - Math.max(leftMs, 0) / (minutes * 60_000),
    canary.new.records / (records ?? 1),
  ]
  const percent = state === 'ready' ? 100 : Math.floor(Math.min(1, ...parts) * 100)
  return (
    <>
      <p>
        <strong>{text.states[state]}</strong> · {text.by(version, base_version, share)}
      </p>
      <Progress percent={percent} status={state === 'ready' ? 'success' : 'active'} aria-label={text.live} />
      <ul className="st-canary-facts">
        {minutes !== null && <li>{leftMs > 0 ? text.timeLeft(format.duration(leftMs)) : text.timeOver}</li>}
        {records !== null && <li>{text.recordsLeft(format.number(canary.new.records), format.number(records))}</li>}
        {canary.new.records === 0 && <li>{text.noRecords}</li>}
        {max_failed !== null && <li>{text.maxFailed(format.number(max_failed))}</li>}
        {max_failed_share !== null && <li>{text.maxFailedShare(format.number(max_failed_share))}</li>}
        <li>{promotes ? text.promotes : text.waits}</li>
      </ul>
      <Sides canary={canary} />
      <div className="st-publish-foot">
        <Move canary={canary} event="promote" />
        <Move canary={canary} event="rollBack" />
      </div>
    </>
  )
}

function Sides({ canary }: { readonly canary: Canary }) {
  const text = useCanaryText()
  const format = useFormat()
  const rows = [
    { key: 'new', name: text.newSide(canary.version), ...canary.new },
    { key: 'old', name: text.oldSide(canary.base_version), ...canary.old },
  ]
  return (
    <Table
      aria-label={text.sides}
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={rows}
      columns={[
        { key: 'name', title: text.side, dataIndex: 'name' },
        { key: 'records', title: text.records, render: (_, row) => format.number(row.records) },
        { key: 'failed', title: text.failed, render: (_, row) => format.number(row.failed) },
        {
          key: 'rate',
          title: text.rate,
          render: (_, row) => (row.records === 0 ? '–' : format.percent(row.failed / row.records)),
        },
      ]}
    />
  )
}

function Move({ canary, event }: { readonly canary: Canary; readonly event: 'promote' | 'rollBack' }) {
  const text = useCanaryText()
  const [isAsking, setAsking] = useState(false)
  const isPromotion = event === 'promote'
  const move = useMutation({
    mutationFn: () =>
      api.strategyPublish[isPromotion ? 'promoteCanary' : 'rollBackCanary']({ params: { id: canary.id } }),
    onSuccess() {
      setAsking(false)
      void message.success(isPromotion ? text.promoted(canary.version) : text.rolledBack)
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isKnown = canaryTransitions[canary.state][event] !== null
  return (
    <>
      <CanButton
        authority="strategy:publish"
        {...(isPromotion ? { type: 'primary' as const } : { danger: true })}
        reason={isKnown ? undefined : text.states[canary.state]}
        onClick={() => setAsking(true)}
      >
        {text[event]}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={isPromotion ? text.promoteTitle : text.rollBackTitle}
        text={isPromotion ? text.promoteText(canary.version) : text.rollBackText}
        action={text[event]}
        isBusy={move.isPending}
        onConfirm={() => move.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** One that was rolled back says why, and offers what it failed. */
function Ended({ canary }: { readonly canary: Canary }) {
  const text = useCanaryText()
  const format = useFormat()
  const replay = useMutation({
    mutationFn: () => api.strategyPublish.replayCanary({ params: { id: canary.id } }),
    onSuccess({ content }) {
      void message.success(text.replayed(format.number(content.records)))
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const { state, reason, version, base_version, old, open_failed } = canary
  if (state !== 'rolledBack') return null
  const [failed, records, oldFailed, oldRecords] = [canary.new.failed, canary.new.records, old.failed, old.records].map(
    count => format.number(count),
  ) as [string, string, string, string] // four of them
  const figures = text.rolledBackText(failed, records, version, oldFailed, oldRecords, base_version)
  return (
    <>
      {reason !== null && reason !== 'person' && (
        <Alert type="error" showIcon title={text.rolledBackTitle(text.reasons[reason])} description={figures} />
      )}
      {open_failed > 0 && (
        <Alert
          className="st-gap"
          type="warning"
          showIcon
          title={text.openFailed(format.number(open_failed))}
          action={
            <CanButton
              authority="strategy:update"
              size="small"
              loading={replay.isPending}
              onClick={() => replay.mutate()}
            >
              {text.replay}
            </CanButton>
          }
        />
      )}
    </>
  )
}
