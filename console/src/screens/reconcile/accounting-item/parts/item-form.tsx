import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select, Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { usePlatformNames } from '../../recon-account/public.ts'
import type { AccountingItem, ItemRule } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshItems } from './queries.ts'

type Values = Omit<AccountingItem, 'id' | 'is_used' | 'version' | 'updated_at'>

const NEW: Values = {
  code: '',
  name: '',
  direction: 'both',
  class: 'other',
  is_matched: true,
  debit_account: '',
  credit_account: '',
  rules: [],
  is_active: true,
}
const NEW_RULE: ItemRule = { platform: '', field: 'kind', op: 'equals', value: '', way: 'any', priority: 100 }

export interface ItemFormProps {
  /** Absent: a new one. */
  readonly item?: AccountingItem
  onClose(): void
}

/** An item and the rules that take lines for it. */
export function ItemForm({ item: latest, onClose }: ItemFormProps) {
  const text = useText()
  const client = useQueryClient()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [item] = useState(latest)
  const [form] = Form.useForm<Values>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ code, ...settings }: Values) =>
      item
        ? api.accountingItem.update({ params: { id: item.id }, body: { ...settings, version: item.version } })
        : api.accountingItem.create({ body: { code, ...settings } }),
    onSuccess: async () => {
      message.success(text.saved)
      onClose()
      await refreshItems(client)
    },
  })
  const submit = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values) mutate(values)
  }
  return (
    <Dialog
      open
      width={860}
      title={item ? text.form.editTitle : text.form.createTitle}
      okText={text.form.save}
      cancelText={text.form.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form form={form} layout="vertical" initialValues={item ?? NEW} onFinish={() => void submit()}>
        <Fields isNew={item === undefined} />
        <Rules />
      </Form>
    </Dialog>
  )
}

const toOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

function Fields({ isNew }: { readonly isNew: boolean }) {
  const all = useText()
  const text = all.form
  const required = { required: true, whitespace: true, message: text.required }
  return (
    <>
      <Form.Item name="name" label={text.name} rules={[required]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="code"
        label={text.code}
        rules={[required, { pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, message: text.codeRule }]}
      >
        <Input maxLength={40} autoComplete="off" disabled={!isNew} />
      </Form.Item>
      <Form.Item name="class" label={text.class}>
        <Select options={toOptions(all.classes)} />
      </Form.Item>
      <Form.Item name="direction" label={text.direction}>
        <Select options={toOptions(all.directions)} />
      </Form.Item>
      <Form.Item name="debit_account" label={text.debit}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="credit_account" label={text.credit}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="is_matched" valuePropName="checked">
        <Checkbox>{text.matched}</Checkbox>
      </Form.Item>
      <Form.Item name="is_active" valuePropName="checked">
        <Checkbox>{text.active}</Checkbox>
      </Form.Item>
    </>
  )
}

function Rules() {
  const all = useText()
  const text = all.form
  const platforms = [{ value: '', label: text.anyPlatform }, ...toOptions(usePlatformNames())]
  const { none: _none, ...ways } = all.ways
  return (
    <Form.Item label={text.rules} extra={text.rulesHint}>
      <Form.List name="rules">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Space key={key} align="baseline" wrap>
                <Form.Item name={[name, 'platform']} noStyle>
                  <Select aria-label={text.platform} options={platforms} style={{ width: 130 }} />
                </Form.Item>
                <Form.Item name={[name, 'field']} noStyle>
                  <Select aria-label={text.field} options={toOptions(all.fields)} style={{ width: 120 }} />
                </Form.Item>
                <Form.Item name={[name, 'op']} noStyle>
                  <Select aria-label={text.op} options={toOptions(all.ops)} style={{ width: 120 }} />
                </Form.Item>
                <Form.Item name={[name, 'value']} rules={[{ required: true, message: text.required }]}>
                  <Input aria-label={text.value} placeholder={text.value} maxLength={200} style={{ width: 160 }} />
                </Form.Item>
                <Form.Item name={[name, 'way']} noStyle>
                  <Select aria-label={text.way} options={toOptions(ways)} style={{ width: 100 }} />
                </Form.Item>
                <Form.Item name={[name, 'priority']} rules={[{ required: true, message: text.required }]}>
                  <InputNumber aria-label={text.priority} min={1} max={9999} precision={0} style={{ width: 90 }} />
                </Form.Item>
                <Button
                  type="text"
                  aria-label={text.removeRule}
                  icon={<DeleteOutlined />}
                  onClick={() => remove(name)}
                />
              </Space>
            ))}
            <Button icon={<PlusOutlined />} onClick={() => add(NEW_RULE)}>
              {text.addRule}
            </Button>
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}
