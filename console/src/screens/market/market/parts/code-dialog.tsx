import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { marketDetail } from '../pages.ts'
import { useText } from '../use-text.ts'

interface Values {
  readonly code: string
}

/** Finds what was shared by a code, and goes there. */
export function CodeDialog({ onClose }: { onClose(): void }) {
  const text = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const open = useMutation({
    mutationFn: ({ code }: Values) => api.market.open({ body: { code: code.trim() } }),
    onSuccess: async ({ content }) => {
      onClose()
      await navigate(marketDetail.href({ params: { id: content.ref } }))
    },
    onError: error => form.setFields([{ name: 'code', errors: [describeError(error).message] }]),
  })
  return (
    <Dialog
      open
      width={440}
      title={text.openCode}
      okText={text.open}
      cancelText={text.cancel}
      confirmLoading={open.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" onFinish={values => open.mutate(values)}>
        <Form.Item
          name="code"
          label={text.code}
          extra={text.codeHint}
          rules={[{ required: true, whitespace: true, message: text.codeMissing }]}
        >
          <Input maxLength={40} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
