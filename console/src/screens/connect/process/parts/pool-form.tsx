import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, AutoComplete, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import type { ProcessPool } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshPools } from './queries.ts'

interface Values {
  readonly name: string
  readonly label: string
  readonly concurrency: number
}

export interface PoolFormProps {
  /** Absent: a new one. */
  readonly pool?: ProcessPool
  onClose(): void
}

const LABEL = /^([a-z0-9][a-z0-9-]{1,39}:)?[a-z0-9][a-z0-9_-]{0,39}$/
const DEFAULTS: Values = { name: '', label: 'default', concurrency: 8 }

const aboutOf = (pool?: ProcessPool) => `pool/${pool?.id ?? 'new'}`

/** Makes a pool, or changes one while it works. */
export function PoolForm({ pool, onClose }: PoolFormProps) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useSave(pool, onClose, error => {
    const described = describeError(error).message
    const field = error instanceof ApiError && error.body?.code === 'conflict.name' ? 'name' : null
    const isLabel = error instanceof ApiError && error.body?.code === 'invalid.label'
    if (field || isLabel) form.setFields([{ name: field ?? 'label', errors: [described] }])
    else setFailure(described)
  })
  const submit = async () => {
    setFailure(null)
    const values = await form.validateFields().catch(() => null)
    if (values) mutate(values)
  }
  return (
    <Dialog
      open
      about={aboutOf(pool)}
      width={480}
      title={pool ? text.form.editTitle(pool.name) : text.form.createTitle}
      okText={pool ? text.form.save : text.form.create}
      cancelText={text.form.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      <Form form={form} layout="vertical" initialValues={pool ?? DEFAULTS} onFinish={() => void submit()}>
        <FormDraft about={aboutOf(pool)} />
        <Fields />
      </Form>
    </Dialog>
  )
}

function Fields() {
  const text = useText().form
  const { data } = useQuery(api.process.labels.query({}))
  const options = data?.content.map(({ label, processes }) => ({
    value: label,
    label: `${label} · ${text.processes(processes)}`,
  }))
  return (
    <>
      <Form.Item
        name="name"
        label={text.name}
        rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="label"
        label={text.label}
        extra={text.labelHint}
        rules={[{ required: true, pattern: LABEL, message: text.labelRule }]}
      >
        <AutoComplete options={options ?? []} />
      </Form.Item>
      <Form.Item
        name="concurrency"
        label={text.concurrency}
        extra={text.concurrencyHint}
        rules={[{ required: true, type: 'integer', min: 1, max: 64, message: text.concurrencyRule }]}
      >
        <InputNumber min={1} max={64} precision={0} />
      </Form.Item>
    </>
  )
}

function useSave(pool: ProcessPool | undefined, onClose: () => void, onError: (error: unknown) => void) {
  const text = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, label, concurrency }: Values) => {
      const body = { name, label, concurrency }
      return pool ? api.process.update({ params: { id: pool.id }, body }) : api.process.create({ body })
    },
    onSuccess: async () => {
      dropDraft(aboutOf(pool))
      message.success(pool ? text.done.save : text.done.create)
      onClose()
      await refreshPools(client)
    },
    onError,
  })
}
