import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { DashboardHead } from '../types.ts'
import { useText } from '../use-text.ts'

interface RenameDialogProps {
  readonly dashboard: DashboardHead
  onClose(): void
}

/** Another name for a dashboard. */
export function RenameDialog({ dashboard: { id, name, version }, onClose }: RenameDialogProps) {
  const text = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<{ name: string }>()
  const save = useMutation({
    mutationFn: (values: { name: string }) =>
      api.digraph.rename({ params: { id }, body: { name: values.name.trim(), version } }),
    onSuccess: async () => {
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ queryKey: ['digraph'] })
    },
    onError: async error => {
      form.setFields([{ name: 'name', errors: [describeError(error).message] }])
      await client.invalidateQueries({ queryKey: ['digraph'] })
    },
  })
  return (
    <Dialog
      open
      width={440}
      title={text.renameTitle}
      okText={text.save}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ name }} onFinish={values => save.mutate(values)}>
        <Form.Item
          name="name"
          label={text.columns.name}
          rules={[{ required: true, whitespace: true, message: text.nameMissing }]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
