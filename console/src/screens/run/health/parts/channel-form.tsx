import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select, Switch } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { languages, useLanguage } from '../../../../lib/i18n.ts'
import { readFields } from '../../../../lib/read-fields.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { SECRET_MASK, SecretInput } from '../../../../ui/secret-input.tsx'
import type { Channel, ChannelKind, QuietHours } from '../types.ts'
import { useText } from '../use-text.ts'
import { QuietHoursInput } from './quiet-hours-input.tsx'

export interface ChannelFormProps {
  /** Absent: a new one. */
  readonly channel?: Channel
  onClose(): void
}

interface Values {
  readonly name: string
  readonly kind: ChannelKind
  readonly language: Channel['language']
  readonly addresses?: string[]
  readonly token?: string
  readonly secret?: string
  readonly url?: string
  readonly base_url?: string
  readonly quiet: QuietHours | null
  readonly is_enabled: boolean
  readonly in_self_test: boolean
}

const kinds = ['notice', 'email', 'dingtalk', 'wecom', 'feishu', 'webhook'] as const satisfies readonly ChannelKind[]
const robots: readonly ChannelKind[] = ['dingtalk', 'wecom', 'feishu']
const languageOptions = languages.map(({ id, name }) => ({ value: id, label: <span lang={id}>{name}</span> }))
const fields = ['name', 'addresses', 'token', 'secret', 'url', 'base_url', 'quiet'] as const

/** Stays out of what the browser keeps: whoever knows a robot's address may write to it. */
const SECRET = ['token', 'secret', 'url'] as const
const aboutOf = (channel?: Channel) => `alertChannel/${channel?.id ?? 'new'}`

/** Where messages go, in which language, and when not. */
export function ChannelForm({ channel, onClose }: ChannelFormProps) {
  const text = useText().channel
  const language = useLanguage()
  const [form] = Form.useForm<Values>()
  const save = useSave(channel, onClose, error => {
    const wrong = readFields(error, fields)
    form.setFields(wrong)
    if (wrong.length > 0) return
    const { title, message: why } = describeError(error)
    notification.error({ title, description: why })
  })
  return (
    <Dialog
      open
      about={aboutOf(channel)}
      width={560}
      title={channel ? text.editTitle : text.add}
      okText={text.save}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={channel ?? { ...fresh, language }}
        onFinish={values => save.mutate(values)}
      >
        <FormDraft about={aboutOf(channel)} version={channel?.version} without={SECRET} />
        <Fields {...(channel && { channel })} />
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

function Fields({ channel }: { readonly channel?: Channel }) {
  const text = useText().channel
  const kind = Form.useWatch<ChannelKind | undefined>('kind') ?? channel?.kind ?? 'dingtalk'
  const hasMail = useQuery(api.alert.setting.query({})).data?.content.has_mail ?? true
  return (
    <>
      <Form.Item name="kind" label={text.kind} {...(kind === 'email' && !hasMail && { help: text.noMail })}>
        <Select disabled={channel !== undefined} options={kinds.map(value => ({ value, label: text.kinds[value] }))} />
      </Form.Item>
      <Form.Item name="name" label={text.name} rules={[{ required: true, whitespace: true, message: text.missing }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Way kind={kind} {...(channel && { channel })} />
      <Form.Item name="language" label={text.language}>
        <Select options={languageOptions} />
      </Form.Item>
      {kind !== 'notice' && (
        <Form.Item name="quiet" label={text.quiet}>
          <QuietHoursInput />
        </Form.Item>
      )}
      <div className="he-switches">
        <Form.Item name="is_enabled" label={text.enabled} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="in_self_test" label={text.selfTest} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What the kind needs to find its way. */
function Way({ kind, channel }: { readonly kind: ChannelKind; readonly channel?: Channel }) {
  const text = useText().channel
  const required = [{ required: true, whitespace: true, message: text.missing }]
  if (kind === 'notice') return null
  if (kind === 'email')
    return (
      <Form.Item
        name="addresses"
        label={text.addresses}
        extra={text.addressesHint}
        rules={[
          { required: true, type: 'array', min: 1, message: text.missing },
          { type: 'array', defaultField: { type: 'string', pattern: MAIL }, message: text.wrongMail },
        ]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '\n']} />
      </Form.Item>
    )
  const isRobot = robots.includes(kind)
  return (
    <>
      {isRobot && (
        <Form.Item name="token" label={text.token} extra={text.tokenHint} rules={required}>
          <SecretInput isStored={channel?.token === SECRET_MASK} />
        </Form.Item>
      )}
      {kind === 'webhook' && (
        <Form.Item name="url" label={text.url} extra={text.urlHint} rules={required}>
          <SecretInput isStored={channel?.url === SECRET_MASK} placeholder="https://" />
        </Form.Item>
      )}
      {kind !== 'wecom' && (
        <Form.Item name="secret" label={text.secret} extra={kind === 'webhook' ? text.hookSecretHint : text.secretHint}>
          <SecretInput isStored={channel?.secret === SECRET_MASK} />
        </Form.Item>
      )}
      {isRobot && (
        <Form.Item name="base_url" label={text.baseUrl} extra={text.baseUrlHint}>
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}

function useSave(channel: Channel | undefined, onClose: () => void, onError: (error: unknown) => void) {
  const text = useText().channel
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) => {
      const { kind, name, language, is_enabled, in_self_test } = values
      const body = {
        ...{ name, language, is_enabled, in_self_test },
        addresses: values.addresses ?? [],
        token: values.token ?? '',
        secret: values.secret ?? '',
        url: values.url ?? '',
        base_url: values.base_url?.trim() ?? '',
        quiet: values.quiet ?? null,
      }
      return channel
        ? api.alert.updateChannel({ params: { id: channel.id }, body: { ...body, version: channel.version } })
        : api.alert.createChannel({ body: { ...body, kind } })
    },
    onSuccess: async () => {
      dropDraft(aboutOf(channel))
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'alert' })
    },
    onError,
  })
}

const fresh = {
  kind: 'dingtalk',
  name: '',
  addresses: [],
  token: '',
  secret: '',
  url: '',
  base_url: '',
  quiet: null,
  is_enabled: true,
  in_self_test: true,
}
