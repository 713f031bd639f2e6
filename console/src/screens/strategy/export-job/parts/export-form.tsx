import { recordStates } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import type { ExportFormat, RecordFilter } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ExportFormProps {
  readonly strategyId?: string
  /** What a list is narrowed to: its states and words can be changed, the rest holds as it is. */
  readonly filter?: RecordFilter
  onBegun?(): void
  onClose(): void
}

const recordColumns = [
  'id',
  'key',
  'number',
  'status',
  'attempts',
  'version',
  'error_code',
  'error_message',
  'target_key',
  'created_at',
  'updated_at',
] as const

interface Values {
  readonly strategy: string
  readonly format: ExportFormat
  readonly encoding: 'utf-8' | 'gbk'
  readonly status: string[]
  readonly keyword: string
  readonly record_columns: (typeof recordColumns)[number][]
  readonly fields: string[]
  readonly expand: string | null
}

/** Which records, in which columns, as what. */
export function ExportForm({ strategyId, filter = {}, onBegun, onClose }: ExportFormProps) {
  const text = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const { status, keyword, ...rest } = filter
  const save = useMutation({
    mutationFn: (values: Values) => api.exportJob.create(toCall(values, rest)),
    onSuccess: async () => {
      dropDraft('exportJob/new')
      message.success(text.begun)
      onClose()
      onBegun?.()
      await client.invalidateQueries({ queryKey: api.exportJob.list.key() })
    },
    onError: error => {
      const { title, message: why } = describeError(error)
      notification.error({ title, description: why })
    },
  })
  return (
    <Dialog
      open
      about="exportJob/new"
      width={600}
      title={text.form.title}
      okText={text.form.submit}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          ...fresh,
          status: (status ?? []).map(String),
          keyword: keyword ?? '',
          ...(strategyId !== undefined && { strategy: strategyId }),
        }}
        onFinish={values => save.mutate(values)}
        onValuesChange={(changed: Partial<Values>) => {
          // Another strategy has other fields.
          if (changed.strategy !== undefined) form.setFieldsValue({ fields: [], expand: null })
        }}
      >
        <FormDraft about="exportJob/new" />
        {Object.keys(rest).length > 0 && <p className="sl-muted">{text.form.rest}</p>}
        <What />
        <Columns />
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

function What() {
  const words = useText()
  const text = words.form
  const states = useStateOptions('record')
  const { data } = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const format = Form.useWatch<ExportFormat | undefined>('format') ?? 'csv'
  const strategies = (data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Form.Item name="strategy" label={text.strategy} rules={[{ required: true, message: text.strategyMissing }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={strategies} />
      </Form.Item>
      <Form.Item name="format" label={text.format} extra={text.formatHints[format]}>
        <Select options={Object.entries(words.formats).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      {format === 'csv' && (
        <Form.Item name="encoding" label={text.encoding}>
          <Select
            options={[
              { value: 'utf-8', label: 'UTF-8' },
              { value: 'gbk', label: 'GBK' },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item name="status" label={text.status}>
        <Select mode="multiple" allowClear placeholder={text.allStatus} options={states} />
      </Form.Item>
      <Form.Item name="keyword" label={text.keyword}>
        <Input maxLength={200} allowClear autoComplete="off" />
      </Form.Item>
    </>
  )
}

function Columns() {
  const text = useText().form
  const strategy = Form.useWatch<string | undefined>('strategy')
  const { data, isFetching } = useQuery({
    ...api.exportJob.fields.query({ params: { strategy: strategy ?? '' } }),
    enabled: strategy !== undefined,
  })
  const toOptions = (names: readonly string[] | undefined) => (names ?? []).map(name => ({ value: name, label: name }))
  return (
    <>
      <Form.Item name="record_columns" label={text.recordColumns}>
        <Select mode="multiple" options={recordColumns.map(value => ({ value, label: text.recordNames[value] }))} />
      </Form.Item>
      <Form.Item name="fields" label={text.fields} extra={text.fieldsHint}>
        <Select
          mode="tags"
          loading={isFetching}
          placeholder={text.allFields}
          options={toOptions(data?.content.fields)}
        />
      </Form.Item>
      <Form.Item name="expand" label={text.expand} extra={text.expandHint}>
        <Select allowClear placeholder={text.noExpand} options={toOptions(data?.content.lists)} />
      </Form.Item>
    </>
  )
}

const fresh: Omit<Values, 'strategy'> = {
  format: 'csv',
  encoding: 'utf-8',
  status: [],
  keyword: '',
  record_columns: ['key', 'number', 'status', 'updated_at'],
  fields: [],
  expand: null,
}

function toCall(values: Values, rest: RecordFilter) {
  const status = recordStates.filter(state => values.status.includes(String(state)))
  const keyword = values.keyword.trim()
  return {
    params: { strategy: values.strategy },
    body: {
      format: values.format,
      encoding: values.encoding ?? 'utf-8',
      filter: { ...rest, ...(status.length > 0 && { status }), ...(keyword !== '' && { keyword }) },
      record_columns: values.record_columns,
      fields: values.fields.length > 0 ? values.fields : null,
      expand: values.expand ?? null,
    },
  }
}
