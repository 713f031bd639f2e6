import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { connectorDetail } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useEnvText } from '../use-env-text.ts'
import { refreshConnectors } from './queries.ts'

/** A copy has every parameter and no secret. */
export function CopyDialog({ connector, onClose }: { readonly connector: Connector; onClose(): void }) {
  const text = useEnvText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [form] = Form.useForm<{ name: string }>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name }: { readonly name: string }) =>
      api.connectorEnv.copy({ params: { id: connector.id }, body: { name } }),
    onSuccess: async ({ content }) => {
      message.success(text.copied)
      onClose()
      await refreshConnectors(client)
      await navigate(connectorDetail.href({ params: { id: content.id } }))
    },
    onError: error => form.setFields([{ name: 'name', errors: [describeError(error).message] }]),
  })
  return (
    <Dialog
      open
      width={440}
      title={text.copyTitle}
      okText={text.copy}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{text.copyText}</p>
      <Form name="copy" form={form} layout="vertical" initialValues={{ name: `${connector.name} 2` }} onFinish={mutate}>
        <Form.Item
          name="name"
          label={text.copyName}
          rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
