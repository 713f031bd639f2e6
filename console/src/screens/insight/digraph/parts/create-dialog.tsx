import { dashboardTemplates } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { dashboardDesign } from '../pages.ts'
import { useText } from '../use-text.ts'

interface Values {
  readonly name: string
  readonly template: (typeof dashboardTemplates)[number]
}

/** A new dashboard, of a template that shows what the tenant has. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const create = useMutation({
    mutationFn: ({ name, template }: Values) => api.digraph.create({ body: { name: name.trim(), template } }),
    onSuccess: async ({ content }) => {
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ queryKey: ['digraph'] })
      await navigate(dashboardDesign.href({ params: { id: content.id } }))
    },
    onError: error =>
      form.setFields([{ name: 'name', errors: [readRefusedField(error)?.message ?? describeError(error).message] }]),
  })
  return (
    <Dialog
      open
      width={520}
      title={text.newTitle}
      okText={text.add}
      confirmLoading={create.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ name: '', template: 'operations' }}
        onFinish={values => create.mutate(values)}
      >
        <Form.Item
          name="name"
          label={text.columns.name}
          rules={[{ required: true, whitespace: true, message: text.nameMissing }]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="template" label={text.template}>
          <Radio.Group
            vertical
            options={dashboardTemplates.map(value => ({
              value,
              label: (
                <>
                  {text.templates[value]} <span className="sl-muted">{text.templateTexts[value]}</span>
                </>
              ),
            }))}
          />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
