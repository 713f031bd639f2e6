import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Input, Space } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { PeriodDetail } from '../types.ts'
import { useText } from '../use-text.ts'
import { PeriodState } from './period-state.tsx'
import { isUnderWay, refreshPeriods } from './queries.ts'

interface Props {
  readonly accountId: string
  readonly period: PeriodDetail
}
type Step = 'close' | 'reopen' | 'archive' | 'restore'

/** What can be done with a month as it stands. */
export function PeriodActions({ accountId, period }: Props) {
  const text = useText()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Step | null>(null)
  const params = { id: accountId, month: period.month }
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const cancel = useMutation({
    mutationFn: () => api.period.cancel({ params }),
    onSuccess: () => refreshPeriods(client),
    onError,
  })
  const download = useMutation({
    mutationFn: async () => saveFile(await api.period.download({ params }), `${period.month}.parquet`),
    onError,
  })
  if (isUnderWay(period))
    return (
      <Alert
        type="info"
        showIcon
        title={<PeriodState period={period} />}
        description={text.actions.goesOn}
        action={
          period.job?.phase === 'removing' ? undefined : (
            <CanButton
              size="small"
              authority="reconciliation:update"
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              {text.actions.cancel}
            </CanButton>
          )
        }
      />
    )
  const blocks = period.points.filter(({ level }) => level === 'block').length
  const button = (step: Step, isPrimary = false) => (
    <CanButton
      authority="reconciliation:update"
      {...(isPrimary && { type: 'primary' as const })}
      onClick={() => setAsked(step)}
    >
      {text.actions[step].label}
    </CanButton>
  )
  return (
    <>
      <Space wrap className="rp-actions">
        <PeriodState period={period} />
        {period.state === 'open' && blocks === 0 && button('close', true)}
        {period.state === 'closed' && button('archive', true)}
        {period.state === 'closed' && button('reopen')}
        {period.state === 'archived' && button('restore')}
        {period.archive_bytes !== null && (
          <CanButton authority="reconciliation:export" loading={download.isPending} onClick={() => download.mutate()}>
            {text.actions.download}
          </CanButton>
        )}
        {period.state === 'open' && blocks > 0 && <span className="sl-muted">{text.actions.blocked(blocks)}</span>}
      </Space>
      {asked !== null && <Ask step={asked} params={params} onClose={() => setAsked(null)} />}
    </>
  )
}

interface AskProps {
  readonly step: Step
  readonly params: { readonly id: string; readonly month: string }
  onClose(): void
}

/** Says what happens, and takes the note or the reason where there is one. */
function Ask({ step, params, onClose }: AskProps) {
  const text = useText().actions
  const client = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState('')
  const takesText = step === 'close' || step === 'reopen'
  const go = useMutation({
    mutationFn: () => {
      if (step === 'close') return api.period.close({ params, body: { note: typed.trim() } })
      if (step === 'reopen') return api.period.reopen({ params, body: { reason: typed.trim() } })
      return step === 'archive' ? api.period.archive({ params }) : api.period.restore({ params })
    },
    async onSuccess() {
      onClose()
      await refreshPeriods(client)
    },
  })
  const { label, ask, about } = text[step]
  return (
    <Dialog
      open
      width={480}
      title={ask(params.month)}
      okText={label}
      okButtonProps={{ danger: step === 'reopen', disabled: step === 'reopen' && typed.trim() === '' }}
      confirmLoading={go.isPending}
      onOk={() => go.mutate()}
      onCancel={onClose}
    >
      {go.error && <Alert type="error" showIcon title={describeError(go.error).message} />}
      <p>{about}</p>
      {takesText && (
        <>
          <label htmlFor={id}>{step === 'close' ? text.note : text.reason}</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={500}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </>
      )}
    </Dialog>
  )
}
