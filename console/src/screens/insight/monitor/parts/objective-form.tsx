import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, AutoComplete, Form, Input, Select } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useFormat } from '../../../../lib/format.ts'
import { readFields } from '../../../../lib/read-fields.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import type { MonitorObjective } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ObjectiveFormProps {
  readonly row: MonitorObjective
  onClose(): void
}

interface Values {
  readonly days: 7 | 28
  /** As they are typed. */
  readonly success_percent: string
  readonly fresh_field: string
  readonly fresh_minutes: string
  readonly fresh_percent: string
}

const PERCENT = /^(?:[5-9]\d)(?:\.\d{1,3})?$/
const WHOLE = /^[1-9]\d{0,4}$/
const fields = ['success_percent', 'fresh_field', 'fresh_minutes', 'fresh_percent'] as const

const toNumber = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null)
const toText = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** What a strategy is held to; what is left empty is not asked for. */
export function ObjectiveForm({ row, onClose }: ObjectiveFormProps) {
  const text = useText().objectives
  const client = useQueryClient()
  const about = `objective/${row.id}`
  const [form] = Form.useForm<Values>()
  const save = useMutation({
    mutationFn: (values: Values) =>
      api.monitor.save({
        params: { id: row.id },
        body: {
          days: values.days,
          success_percent: toNumber(values.success_percent),
          fresh_field: values.fresh_field?.trim() || null,
          fresh_minutes: toNumber(values.fresh_minutes),
          fresh_percent: toNumber(values.fresh_percent),
          version: row.goal?.version ?? 0,
        },
      }),
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'monitor' })
    },
    onError: error => {
      const wrong = readFields(error, fields)
      form.setFields(wrong)
      const { title, message: why } = describeError(error)
      if (wrong.length === 0) notification.error({ title, description: why })
    },
  })
  return (
    <Dialog
      open
      about={about}
      width={560}
      title={text.formTitle(row.name)}
      okText={text.save}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          days: row.goal?.days ?? 28,
          success_percent: toText(row.goal?.success_percent),
          fresh_field: row.goal?.fresh_field ?? '',
          fresh_minutes: toText(row.goal?.fresh_minutes),
          fresh_percent: toText(row.goal?.fresh_percent),
        }}
        onFinish={values => save.mutate(values)}
      >
        <FormDraft about={about} version={row.goal?.version} />
        <Goals id={row.id} />
        <Alert type="info" showIcon title={text.alertHint} />
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

function Goals({ id }: { readonly id: string }) {
  const text = useText().objectives
  const { number, relative } = useFormat()
  const dates = useQuery(api.monitor.dates.query({ params: { id } })).data?.content
  const options = (dates ?? []).map(({ field, newest_at: newest, ahead }) => ({
    value: field,
    label: `${field} · ${newest === null ? text.ahead(number(ahead)) : relative(newest)}`,
  }))
  const percent = { pattern: PERCENT, message: text.percentRule }
  return (
    <>
      <Form.Item name="days" label={text.period} extra={text.periodHint}>
        <Select options={([7, 28] as const).map(value => ({ value, label: text.days(number(value)) }))} />
      </Form.Item>
      <Form.Item name="success_percent" label={text.successGoal} extra={text.successHint} rules={[percent]}>
        <Input inputMode="decimal" maxLength={6} autoComplete="off" suffix="%" placeholder="99.5" />
      </Form.Item>
      <Form.Item name="fresh_field" label={text.field} extra={text.fieldHint}>
        <AutoComplete options={options} showSearch={{ filterOption: true }} />
      </Form.Item>
      <Form.Item name="fresh_minutes" label={text.minutes} rules={[{ pattern: WHOLE, message: text.minutesRule }]}>
        <Input inputMode="numeric" maxLength={5} autoComplete="off" suffix={text.minutesUnit} placeholder="60" />
      </Form.Item>
      <Form.Item name="fresh_percent" label={text.share} extra={text.shareHint} rules={[percent]}>
        <Input inputMode="decimal" maxLength={6} autoComplete="off" suffix="%" placeholder="99" />
      </Form.Item>
    </>
  )
}
