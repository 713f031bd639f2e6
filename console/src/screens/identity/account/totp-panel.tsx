import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useIdentityText } from './use-identity-text.ts'

// Forms and the QR code are for the few who change something.
const TotpSetup = lazyPart(async () => ({ default: (await import('../../../ui/totp-setup.tsx')).TotpSetup }))
const CodeDialog = lazyPart(async () => ({ default: (await import('./parts/code-dialog.tsx')).CodeDialog }))

type Act = 'setup' | 'renew' | 'disable'

/** One's second factor. */
export function TotpPanel() {
  const text = useIdentityText().totp
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(api.totp.status.query())
  const [act, setAct] = useState<Act | null>(null)
  const refresh = () => {
    setAct(null)
    void queryClient.invalidateQueries({ queryKey: api.totp.status.key() })
    void queryClient.invalidateQueries({ queryKey: api.user.profile.key() })
  }
  const status = data?.content
  return (
    <Section title={text.title} text={text.intro}>
      {!status && (error ? <ErrorBlock isSmall error={error} onRetry={() => void refetch()} /> : <Skeleton rows={2} />)}
      {status && (
        <Space wrap>
          <Tag color={status.enabled ? 'success' : 'default'}>{status.enabled ? text.on : text.off}</Tag>
          {status.required && <Tag color="warning">{text.required}</Tag>}
          {status.enabled ? (
            <>
              <span className="sl-muted">{text.left(status.recovery_codes_left)}</span>
              <Button onClick={() => setAct('renew')}>{text.renew}</Button>
              {!status.required && (
                <Button danger onClick={() => setAct('disable')}>
                  {text.disable}
                </Button>
              )}
            </>
          ) : (
            <Button type="primary" onClick={() => setAct('setup')}>
              {text.enable}
            </Button>
          )}
        </Space>
      )}
      <Suspense>
        {act === 'setup' && (
          <TotpSetup
            onBegin={async () => (await api.totp.begin()).content}
            onConfirm={async code => (await api.totp.confirm({ body: { code } })).content.recovery_codes}
            onDone={() => {
              message.success(text.enabled)
              refresh()
            }}
            onClose={() => setAct(null)}
          />
        )}
        {(act === 'renew' || act === 'disable') && (
          <CodeDialog act={act} onDone={refresh} onCancel={() => setAct(null)} />
        )}
      </Suspense>
    </Section>
  )
}
