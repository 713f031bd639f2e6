import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'
import { refreshPools } from './queries.ts'

export interface MoveDialogProps {
  readonly fromId: string
  readonly ids: readonly string[]
  nameOf(id: string): string
  onClose(): void
  onMoved(): void
}

/** Asks for a pool and binds the strategies to it; every refusal is told by name. */
export function MoveDialog({ fromId, ids, nameOf, onClose, onMoved }: MoveDialogProps) {
  const words = useText()
  const text = words.bound
  const client = useQueryClient()
  const [form] = Form.useForm<{ target: string }>()
  const { data, isPending: isLoading } = useQuery(api.process.list.query({ query: { pageSize: 100 } }))
  const options = data?.content
    .filter(pool => pool.id !== fromId)
    .map(pool => ({ value: pool.id, label: `${pool.name} · ${words.status[pool.status]}` }))
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api.process.move({ params: { id }, body: { ids: [...ids] } }),
    onSuccess: async ({ content }) => {
      const failed = content.filter(result => !result.ok)
      if (failed.length < content.length) message.success(words.done.move(content.length - failed.length))
      for (const result of failed) notification.warning({ title: words.failed(nameOf(result.id), result.message) })
      onMoved()
      onClose()
      await refreshPools(client)
    },
    onError: error => void message.error(describeError(error).message),
  })
  const submit = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values) mutate(values.target)
  }
  return (
    <Dialog
      open
      width={440}
      title={text.moveTitle(ids.length)}
      okText={text.action}
      cancelText={words.form.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{text.moveText}</p>
      <Form form={form} layout="vertical">
        <Form.Item name="target" label={text.target} rules={[{ required: true, message: text.targetRequired }]}>
          <Select loading={isLoading} options={options ?? []} notFoundContent={text.noOther} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
