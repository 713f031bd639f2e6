import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, InputNumber, Space, Switch } from 'antd'
import { useId } from 'react'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

/** Whether administrators need a second factor, and how long access tokens may live. */
export function PolicySection() {
  const text = useText().policy
  const id = useId()
  const can = useCan()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(api.totp.policy.query())
  const save = useMutation({
    mutationFn: (body: { readonly require_totp: boolean; readonly token_max_days: number }) =>
      api.totp.savePolicy({ body }),
    onSuccess: () => message.success(text.saved),
    onError: failure => {
      const isOwnMissing = failure instanceof ApiError && failure.body?.code === 'conflict.noTotp'
      const { title, message: why } = describeError(failure)
      notification.error({ title, description: isOwnMissing ? text.own : why })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.totp.policy.key() }),
  })
  return (
    <Section title={text.title} text={text.text}>
      {!data && (error ? <ErrorBlock isSmall error={error} onRetry={() => void refetch()} /> : <Skeleton rows={1} />)}
      {data && (
        <>
          <Space wrap>
            <Switch
              id={id}
              checked={data.content.require_totp}
              loading={save.isPending}
              disabled={!can('sso:update')}
              onChange={isOn => save.mutate({ ...data.content, require_totp: isOn })}
            />
            <label htmlFor={id}>{text.label}</label>
          </Space>
          <DaysForm
            key={data.content.token_max_days}
            days={data.content.token_max_days}
            isBusy={save.isPending}
            onSave={days => save.mutate({ ...data.content, token_max_days: days })}
          />
        </>
      )}
    </Section>
  )
}

const MAX_DAYS = 730

interface DaysFormProps {
  readonly days: number
  readonly isBusy: boolean
  onSave(days: number): void
}

function DaysForm({ days, isBusy, onSave }: DaysFormProps) {
  const text = useText().policy
  const can = useCan()
  return (
    <Form layout="vertical" initialValues={{ days }} onFinish={(values: { days: number }) => onSave(values.days)}>
      <Form.Item
        name="days"
        label={text.days}
        extra={text.daysText}
        rules={[{ required: true, type: 'integer', min: 1, max: MAX_DAYS, message: text.daysText }]}
      >
        <InputNumber disabled={!can('sso:update')} style={{ width: 160 }} />
      </Form.Item>
      <CanButton authority="sso:update" htmlType="submit" loading={isBusy}>
        {text.save}
      </CanButton>
    </Form>
  )
}
