import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useIdentityText } from './use-identity-text.ts'

const PhoneDialog = lazyPart(async () => ({ default: (await import('./parts/phone-dialog.tsx')).PhoneDialog }))

/** The phone that signs in by a code. */
export function PhonePanel() {
  const text = useIdentityText().phone
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(api.passport.phone.query())
  const [open, setOpen] = useState<'bind' | 'remove' | null>(null)
  const refresh = () => {
    setOpen(null)
    void queryClient.invalidateQueries({ queryKey: api.passport.phone.key() })
    void queryClient.invalidateQueries({ queryKey: api.account.center.key() })
  }
  const remove = useMutation({
    mutationFn: () => api.passport.removePhone(),
    onSuccess: () => message.success(text.removed),
    onError: failure => message.error(describeError(failure).message),
    onSettled: refresh,
  })
  if (!data)
    return (
      <Section title={text.title} text={text.intro}>
        {error ? <ErrorBlock isSmall error={error} onRetry={() => void refetch()} /> : <Skeleton rows={2} />}
      </Section>
    )
  const { phone, confirmed, sms } = data.content
  return (
    <Section title={text.title} text={text.intro}>
      <Space wrap>
        {phone === null ? (
          <span className="sl-muted">{text.none}</span>
        ) : (
          <>
            <strong>{phone}</strong>
            <Tag color={confirmed ? 'success' : 'warning'}>{confirmed ? text.confirmed : text.unconfirmed}</Tag>
          </>
        )}
        {sms && (
          <Button onClick={() => setOpen('bind')}>{phone === null || !confirmed ? text.bind : text.change}</Button>
        )}
        {phone !== null && (
          <Button danger onClick={() => setOpen('remove')}>
            {text.remove}
          </Button>
        )}
      </Space>
      {!sms && <p className="sl-muted">{text.noSms}</p>}
      <Suspense>{open === 'bind' && <PhoneDialog onDone={refresh} onCancel={() => setOpen(null)} />}</Suspense>
      <ConfirmDanger
        open={open === 'remove'}
        title={text.removeTitle}
        text={text.removeText}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setOpen(null)}
      />
    </Section>
  )
}
