import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { isStale, readStale, type SavedBefore } from '../../../../lib/read-stale.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { StaleNote } from '../../../../ui/stale-note.tsx'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

type Values = Pick<
  ValueMap,
  | 'name'
  | 'a_platform_id'
  | 'b_platform_id'
  | 'remark'
  | 'case_sensitive'
  | 'trim'
  | 'on_miss'
  | 'default_a'
  | 'default_b'
>

export interface MapFormProps {
  /** Absent: a new one. */
  readonly map?: ValueMap
  onClose(): void
  /** A new one is there. */
  onCreated?(id: string): void
}

const DEFAULTS: Values = {
  name: '',
  a_platform_id: '',
  b_platform_id: '',
  remark: '',
  case_sensitive: true,
  trim: false,
  on_miss: 'error',
  default_a: '',
  default_b: '',
}

const aboutOf = (map?: ValueMap) => `mapping/${map?.id ?? 'new'}`

/** Name and rules of a value map. */
export function MapForm({ map: latest, onClose, onCreated }: MapFormProps) {
  const text = useText()
  const client = useQueryClient()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [map] = useState(latest)
  const [form] = Form.useForm<Values>()
  const [failure, setFailure] = useState<string | null>(null)
  const [late, setLate] = useState<{ readonly saved: SavedBefore | null } | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) =>
      map
        ? api.mapping.update({ params: { id: map.id }, body: { ...pick(map), ...values, version: map.version } })
        : api.mapping.create({ body: { ...DEFAULTS, ...values } }),
    onSuccess: async ({ content }) => {
      dropDraft(aboutOf(map))
      message.success(map ? text.form.saved : text.form.created)
      onClose()
      await refreshMaps(client)
      if (!map) onCreated?.(content.id)
    },
    onError: error => {
      const said = describeError(error).message
      if (error instanceof ApiError && error.body?.code === 'conflict.name')
        form.setFields([{ name: 'name', errors: [said] }])
      else if (isStale(error)) setLate({ saved: readStale(error) })
      else setFailure(said)
    },
  })
  const reload = () => {
    onClose()
    void refreshMaps(client)
  }
  const submit = async () => {
    setFailure(null)
    const values = await form.validateFields().catch(() => null)
    if (values) mutate(values)
  }
  return (
    <Dialog
      open
      about={aboutOf(map)}
      width={640}
      title={map ? text.form.editTitle : text.form.createTitle}
      okText={text.form.save}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {late && <StaleNote saved={late.saved} onReload={reload} />}
      {failure !== null && <Alert type="error" showIcon title={failure} className="mp-gap" />}
      <Form form={form} layout="vertical" initialValues={map ?? DEFAULTS} onFinish={() => void submit()}>
        <FormDraft about={aboutOf(map)} version={map?.version} />
        <Fields />
      </Form>
    </Dialog>
  )
}

/** What the form shows of a map, without what only the server sets. */
const pick = (map: ValueMap): Values => ({
  name: map.name,
  a_platform_id: map.a_platform_id,
  b_platform_id: map.b_platform_id,
  remark: map.remark,
  case_sensitive: map.case_sensitive,
  trim: map.trim,
  on_miss: map.on_miss,
  default_a: map.default_a,
  default_b: map.default_b,
})

function Fields() {
  const all = useText()
  const text = all.form
  const onMiss = Form.useWatch('on_miss')
  const { data } = useQuery(api.platform.list.query({ query: { group: '1' } }))
  const platforms = [
    { value: '', label: all.anyPlatform },
    ...Object.values(data?.content ?? {})
      .flat()
      .map(platform => ({ value: platform.id, label: platform.name })),
  ]
  return (
    <>
      <Form.Item
        name="name"
        label={text.name}
        rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="mp-form-row">
        <Form.Item name="a_platform_id" label={text.a}>
          <Select options={platforms} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
        <Form.Item name="b_platform_id" label={text.b}>
          <Select options={platforms} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
      </div>
      <Form.Item name="on_miss" label={text.onMiss} extra={text.rulesHint}>
        <Select options={Object.entries(text.onMissOptions).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      {onMiss === 'default' && (
        <div className="mp-form-row">
          <Form.Item name="default_b" label={text.defaultB}>
            <Input maxLength={2000} />
          </Form.Item>
          <Form.Item name="default_a" label={text.defaultA}>
            <Input maxLength={2000} />
          </Form.Item>
        </div>
      )}
      <div className="mp-form-row">
        <Form.Item name="case_sensitive" valuePropName="checked">
          <Checkbox>{text.caseSensitive}</Checkbox>
        </Form.Item>
        <Form.Item name="trim" valuePropName="checked">
          <Checkbox>{text.trim}</Checkbox>
        </Form.Item>
      </div>
      <Form.Item name="remark" label={text.remark}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}
