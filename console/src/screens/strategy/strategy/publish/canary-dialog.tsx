import { useMutation } from '@tanstack/react-query'
import { Alert, Checkbox, Form, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useCanaryText } from '../texts/use-canary-text.ts'
import type { Strategy } from '../types.ts'
import { refreshPublishing } from './refresh.ts'

export interface CanaryDialogProps {
  readonly strategy: Strategy
  readonly revision: number
  onClose(): void
}

interface Plan {
  readonly share: number | null
  readonly minutes: number | null
  readonly records: number | null
  readonly max_failed: number | null
  readonly max_failed_share: number | null
  readonly promotes: boolean
}
const USUAL: Plan = {
  share: 10,
  minutes: 60,
  records: 1000,
  max_failed: null,
  max_failed_share: 1,
  promotes: true,
}

/** How many of the keys, for how long, and what ends it. */
export function CanaryDialog({ strategy, revision, onClose }: CanaryDialogProps) {
  const words = useCanaryText()
  const text = words.form
  const [plan, setPlan] = useState(USUAL)
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<Plan>): void => setPlan(before => ({ ...before, ...change }))
  const start = useMutation({
    mutationFn: (share: number) =>
      api.strategyPublish.startCanary({
        params: { id: strategy.id },
        body: { version: strategy.version, revision, plan: { ...plan, share } },
      }),
    onSuccess() {
      onClose()
      void message.success(words.started)
      void refreshPublishing()
    },
  })
  const problems = {
    share: plan.share === null ? text.noShare : undefined,
    limits: plan.minutes === null && plan.records === null ? text.noLimit : undefined,
    thresholds: plan.max_failed === null && plan.max_failed_share === null ? text.noThreshold : undefined,
  }
  const submit = (): void => {
    setTried(true)
    const { share } = plan
    if (share !== null && Object.values(problems).every(each => each === undefined)) start.mutate(share)
  }
  const shown = (name: keyof typeof problems): string | undefined => (isTried ? problems[name] : undefined)
  return (
    <Dialog
      open
      title={words.startTitle}
      okText={words.startAction}
      confirmLoading={start.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className="sl-muted">{words.hint}</p>
      {start.error && <Alert type="error" showIcon title={describeError(start.error).message} />}
      <Form layout="vertical" component="div" className="st-canary-form">
        <Amount
          label={text.share}
          hint={text.shareHint}
          problem={shown('share')}
          value={plan.share}
          min={1}
          max={50}
          onChange={share => set({ share })}
        />
        <h3>{text.limits}</h3>
        <p className="sl-muted">{text.limitsHint}</p>
        <Amount
          label={text.minutes}
          problem={shown('limits')}
          value={plan.minutes}
          min={1}
          max={43_200}
          onChange={minutes => set({ minutes })}
        />
        <Amount
          label={text.records}
          value={plan.records}
          min={1}
          max={1_000_000_000}
          onChange={records => set({ records })}
        />
        <Checkbox checked={plan.promotes} onChange={each => set({ promotes: each.target.checked })}>
          {text.promotes} <span className="sl-muted">{text.waits}</span>
        </Checkbox>
        <h3>{text.thresholds}</h3>
        <p className="sl-muted">{text.thresholdsHint}</p>
        <Amount
          label={text.maxFailedShare}
          hint={text.maxFailedShareHint}
          problem={shown('thresholds')}
          value={plan.max_failed_share}
          min={0}
          max={100}
          precision={2}
          onChange={max_failed_share => set({ max_failed_share })}
        />
        <Amount
          label={text.maxFailed}
          value={plan.max_failed}
          min={0}
          max={1_000_000_000}
          onChange={max_failed => set({ max_failed })}
        />
      </Form>
    </Dialog>
  )
}

interface AmountProps {
  readonly label: string
  readonly hint?: string
  readonly problem?: string | undefined
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly precision?: number
  onChange(value: number | null): void
}

function Amount({ label, hint, problem, precision = 0, ...rest }: AmountProps) {
  const id = useId()
  return (
    <FormRow label={label} htmlFor={id} hint={hint} problem={problem}>
      <InputNumber id={id} precision={precision} {...rest} />
    </FormRow>
  )
}
