import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

/** A second map with the same lines under a name of its own. */
export function MapCopy({ map, onClose }: { readonly map: ValueMap; onClose(): void }) {
  const text = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<{ name: string }>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name }: { readonly name: string }) => api.mapping.copy({ params: { id: map.id }, body: { name } }),
    onSuccess: async () => {
      message.success(text.form.created)
      onClose()
      await refreshMaps(client)
    },
    onError: error => form.setFields([{ name: 'name', errors: [describeError(error).message] }]),
  })
  return (
    <Dialog
      open
      width={420}
      title={text.form.copyTitle(map.name)}
      okText={text.copy}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ name: `${map.name} 2` }} onFinish={mutate}>
        <Form.Item
          name="name"
          label={text.form.name}
          rules={[{ required: true, whitespace: true, message: text.form.nameRequired }]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
