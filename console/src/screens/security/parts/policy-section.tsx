import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Space, Switch } from 'antd'
import { useId } from 'react'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useCan } from '../../../lib/session.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

/** Whether administrators need a second factor. */
export function PolicySection() {
  const text = useText().policy
  const id = useId()
  const can = useCan()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(api.totp.policy.query())
  const save = useMutation({
    mutationFn: (require_totp: boolean) => api.totp.savePolicy({ body: { require_totp } }),
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
        <Space wrap>
          <Switch
            id={id}
            checked={data.content.require_totp}
            loading={save.isPending}
            disabled={!can('sso:update')}
            onChange={isOn => save.mutate(isOn)}
          />
          <label htmlFor={id}>{text.label}</label>
        </Space>
      )}
    </Section>
  )
}
