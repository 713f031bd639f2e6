import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber } from 'antd'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { splitLines } from '../../../../lib/split-lines.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { DashboardHead } from '../types.ts'
import { useShareText } from '../use-share-text.ts'
import { ShareList } from './share-list.tsx'

interface ShareDrawerProps {
  readonly dashboard: DashboardHead
  onClose(): void
}

/** Links for people without an account: a new one, and those there are. */
export function ShareDrawer({ dashboard, onClose }: ShareDrawerProps) {
  const text = useShareText()
  const { id, name } = dashboard
  const shares = useQuery(api.digraph.shares.query({ params: { id } }))
  return (
    <Drawer open size={640} title={text.title(name)} onClose={onClose}>
      <div className="sl-stack">
        <ShareForm id={id} />
        <Section title={text.list}>
          {shares.error ? (
            <ErrorBlock isSmall error={shares.error} onRetry={() => void shares.refetch()} />
          ) : (
            <ShareList dashboardId={id} shares={shares.data?.content} />
          )}
        </Section>
      </div>
    </Drawer>
  )
}

interface Values {
  readonly title: string
  readonly days: number
  readonly password?: string
  readonly ips?: string
}

const fields: Readonly<Record<string, keyof Values>> = {
  title: 'title',
  days: 'days',
  password: 'password',
  ip_allow: 'ips',
}

function ShareForm({ id }: { readonly id: string }) {
  const text = useShareText()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const make = useMutation({
    mutationFn: ({ title, days, password, ips }: Values) =>
      api.digraph.share({
        params: { id },
        body: { title: title.trim(), days, ip_allow: splitLines(ips), ...(password && { password }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.digraph.shares.key() }),
    onError: error => {
      const refused = readRefusedField(error)
      const name = fields[refused?.field.split('.')[0] ?? ''] ?? 'title'
      form.setFields([{ name, errors: [refused?.message ?? describeError(error).message] }])
    },
  })
  const made = make.data?.content
  if (made)
    return (
      <div className="sl-stack" data-made>
        <Alert type="warning" showIcon title={text.once} />
        <CopyText isShown value={`${window.location.origin}${made.path}`} label={text.copy} />
        <Button onClick={make.reset}>{text.done}</Button>
      </div>
    )
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ title: '', days: 30 }}
      onFinish={values => make.mutate(values)}
    >
      <FirstField />
      <p className="sl-muted">{text.intro}</p>
      <Form.Item
        name="title"
        label={text.name}
        extra={text.nameHint}
        rules={[{ required: true, whitespace: true, message: text.nameMissing }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="days"
        label={text.days}
        rules={[{ required: true, type: 'integer', min: 1, max: 365, message: text.daysWrong }]}
      >
        <InputNumber />
      </Form.Item>
      <Form.Item
        name="password"
        label={text.password}
        extra={text.passwordHint}
        rules={[{ min: 6, message: text.passwordShort }]}
      >
        <Input.Password maxLength={100} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="ips" label={text.ips} extra={text.ipsHint}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={make.isPending}>
        {text.make}
      </Button>
    </Form>
  )
}
