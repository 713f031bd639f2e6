import { Checkbox, Form, Input } from 'antd'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

export interface Saved {
  readonly name: string
  readonly is_shared: boolean
}

export interface SaveDialogProps {
  readonly initial: Saved
  readonly isBusy: boolean
  onSave(values: Saved): void
  onClose(): void
}

/** Under which name a report is kept, and who sees it. */
export function SaveDialog({ initial, isBusy, onSave, onClose }: SaveDialogProps) {
  const words = useText()
  const text = words.form
  const [form] = Form.useForm<Saved>()
  return (
    <Dialog
      open
      width={480}
      title={text.title}
      okText={words.save}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={initial} onFinish={onSave}>
        <Form.Item
          name="name"
          label={text.name}
          rules={[{ required: true, whitespace: true, message: text.nameMissing }]}
        >
          <Input maxLength={60} autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item name="is_shared" valuePropName="checked" extra={text.sharedHint}>
          <Checkbox>{text.shared}</Checkbox>
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
