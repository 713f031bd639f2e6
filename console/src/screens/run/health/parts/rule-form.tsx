import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select, Switch } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { readFields } from '../../../../lib/read-fields.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import type { Channel, Rule, RuleKind } from '../types.ts'
import { useText } from '../use-text.ts'

export interface RuleFormProps {
  /** Absent: a new one. */
  readonly rule?: Rule
  readonly channels: readonly Channel[]
  onClose(): void
}

/** As it is typed: antd's own number field would be one more part for one form. */
type Whole = string | null
const WHOLE = /^[1-9]\d{0,8}$/
const NUMERIC = { inputMode: 'numeric', maxLength: 9, autoComplete: 'off' } as const

const readWhole = (value: Whole | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

const toText = (value: number | null): Whole => (value === null ? null : String(value))

interface Values {
  readonly name: string
  readonly kind: RuleKind
  readonly threshold: Whole
  readonly window_minutes: number | null
  readonly scope: Rule['scope']
  readonly scope_values: string[]
  readonly channel_ids: string[]
  /** 0: once */
  readonly repeat: number
  readonly escalate_after: Whole
  readonly escalate_channel_ids: string[]
  readonly tells_recovery: boolean
  readonly is_urgent: boolean
  readonly is_enabled: boolean
}

/** What each kind starts with; null: it has no threshold. */
const presets: Readonly<
  Record<
    RuleKind,
    { readonly unit: 'times' | 'records' | 'percent' | 'minutes' | 'days'; readonly from: number } | null
  >
> = {
  failures: { unit: 'times', from: 3 },
  backlog: { unit: 'records', from: 1000 },
  process: null,
  errorRate: { unit: 'percent', from: 20 },
  growth: null,
  wait: { unit: 'minutes', from: 120 },
  silent: null,
  credential: { unit: 'days', from: 7 },
  burn: null,
}
const kinds = Object.keys(presets) as RuleKind[] // its own keys
const WITH_WINDOW: readonly RuleKind[] = ['errorRate', 'growth']
const WINDOWS = [60, 1440, 10_080] as const
const fields = ['name', 'threshold', 'scope_values', 'channel_ids', 'escalate_channel_ids'] as const

const aboutOf = (rule?: Rule) => `alertRule/${rule?.id ?? 'new'}`

/** What is looked for, where, and who is told how often. */
export function RuleForm({ rule, channels, onClose }: RuleFormProps) {
  const text = useText().rule
  const [form] = Form.useForm<Values>()
  const save = useSave(rule, onClose, error => {
    const wrong = readFields(error, fields)
    form.setFields(wrong)
    if (wrong.length > 0) return
    const { title, message: why } = describeError(error)
    notification.error({ title, description: why })
  })
  return (
    <Dialog
      open
      about={aboutOf(rule)}
      width={600}
      title={rule ? text.editTitle : text.add}
      okText={text.save}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={toValues(rule, text.kinds.failures)}
        onFinish={values => save.mutate(values)}
        onValuesChange={(changed: Partial<Values>) => {
          // A name that nobody wrote follows the kind, as its threshold does.
          const { kind } = changed
          if (kind === undefined) return
          form.setFieldsValue({ threshold: presets[kind] ? String(presets[kind].from) : null })
          if (!form.isFieldTouched('name')) form.setFieldsValue({ name: text.kinds[kind] })
        }}
      >
        <FormDraft about={aboutOf(rule)} version={rule?.version} />
        <Condition isNew={rule === undefined} />
        <Scope />
        <Telling channels={channels} />
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

function Condition({ isNew }: { readonly isNew: boolean }) {
  const words = useText()
  const text = words.rule
  const kind = Form.useWatch<RuleKind | undefined>('kind') ?? 'failures'
  const preset = presets[kind]
  const windows = { 60: words.windows['1h'], 1440: words.windows['24h'], 10080: words.windows['7d'] } as const
  return (
    <>
      <Form.Item name="kind" label={text.kind} extra={text.kindHints[kind]}>
        <Select disabled={!isNew} options={kinds.map(value => ({ value, label: text.kinds[value] }))} />
      </Form.Item>
      <Form.Item name="name" label={text.name} rules={[{ required: true, whitespace: true, message: text.missing }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      {preset !== null && (
        <Form.Item
          name="threshold"
          label={text.threshold}
          rules={[{ required: true, pattern: WHOLE, message: text.missing }]}
        >
          <Input {...NUMERIC} suffix={text.units[preset.unit]} />
        </Form.Item>
      )}
      {WITH_WINDOW.includes(kind) && (
        <Form.Item name="window_minutes" label={text.window}>
          <Select options={WINDOWS.map(value => ({ value, label: windows[value] }))} />
        </Form.Item>
      )}
    </>
  )
}

function Scope() {
  const text = useText().rule
  const scope = Form.useWatch<Rule['scope'] | undefined>('scope') ?? 'all'
  const groups = useQuery({ ...api.strategy.groups.query({}), enabled: scope === 'group' }).data?.content
  const strategies = useQuery({ ...api.strategy.list.query({ body: { t: 1 } }), enabled: scope === 'strategy' }).data
  const options =
    scope === 'group'
      ? (groups ?? []).map(name => ({ value: name, label: name }))
      : (strategies?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Form.Item name="scope" label={text.scope}>
        <Select options={Object.entries(text.scopes).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      {scope !== 'all' && (
        <Form.Item
          name="scope_values"
          label={text.scopes[scope]}
          rules={[{ required: true, type: 'array', min: 1, message: text.chooseScope }]}
        >
          <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={options} />
        </Form.Item>
      )}
    </>
  )
}

function Telling({ channels }: { readonly channels: readonly Channel[] }) {
  const text = useText().rule
  const repeat = Form.useWatch<number | undefined>('repeat') ?? 0
  const escalates = readWhole(Form.useWatch<Whole | undefined>('escalate_after'))
  const options = channels.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Form.Item
        name="channel_ids"
        label={text.channels}
        rules={[{ required: true, type: 'array', min: 1, message: text.chooseChannel }]}
      >
        <Select mode="multiple" options={options} />
      </Form.Item>
      <Form.Item name="repeat" label={text.repeat}>
        <Select
          options={[0, 5, 15, 60, 240, 1440].map(value => ({
            value,
            label: value === 0 ? text.repeats.once : text.repeats[String(value) as '5'], // each is there
          }))}
        />
      </Form.Item>
      {repeat > 0 && (
        <Form.Item
          name="escalate_after"
          label={text.escalate}
          extra={text.escalateHint}
          rules={[{ pattern: WHOLE, message: text.missing }]}
        >
          <Input {...NUMERIC} suffix={text.units.times} />
        </Form.Item>
      )}
      {repeat > 0 && escalates !== null && (
        <Form.Item
          name="escalate_channel_ids"
          label={text.escalateTo}
          rules={[{ required: true, type: 'array', min: 1, message: text.chooseChannel }]}
        >
          <Select mode="multiple" options={options} />
        </Form.Item>
      )}
      <div className="he-switches">
        {(['tells_recovery', 'is_urgent', 'is_enabled'] as const).map(name => (
          <Form.Item
            key={name}
            name={name}
            label={{ tells_recovery: text.recovery, is_urgent: text.urgent, is_enabled: text.enabled }[name]}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        ))}
      </div>
    </>
  )
}

function useSave(rule: Rule | undefined, onClose: () => void, onError: (error: unknown) => void) {
  const text = useText().rule
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, repeat, ...values }: Values) => {
      const body = {
        ...values,
        repeat_minutes: repeat === 0 ? null : repeat,
        escalate_after: repeat === 0 ? null : readWhole(values.escalate_after),
        threshold: readWhole(values.threshold),
        window_minutes: values.window_minutes ?? null,
        scope_values: values.scope_values ?? [],
        escalate_channel_ids: values.escalate_channel_ids ?? [],
      }
      return rule
        ? api.alert.updateRule({ params: { id: rule.id }, body: { ...body, version: rule.version } })
        : api.alert.createRule({ body: { ...body, kind } })
    },
    onSuccess: async () => {
      dropDraft(aboutOf(rule))
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'alert' })
    },
    onError,
  })
}

const toValues = (rule: Rule | undefined, name: string): Values => ({
  name: rule?.name ?? name,
  kind: rule?.kind ?? 'failures',
  threshold: rule ? toText(rule.threshold) : '3',
  window_minutes: rule?.window_minutes ?? 60,
  scope: rule?.scope ?? 'all',
  scope_values: rule?.scope_values ?? [],
  channel_ids: rule?.channel_ids ?? [],
  repeat: rule ? (rule.repeat_minutes ?? 0) : 60,
  escalate_after: toText(rule?.escalate_after ?? null),
  escalate_channel_ids: rule?.escalate_channel_ids ?? [],
  tells_recovery: rule?.tells_recovery ?? true,
  is_urgent: rule?.is_urgent ?? false,
  is_enabled: rule?.is_enabled ?? true,
})
