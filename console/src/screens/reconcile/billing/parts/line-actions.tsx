import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

/** Whose lines: of bills, or of own documents. */
type LineSide = 'billing' | 'supplyChain'

interface Props {
  readonly side: LineSide
  readonly ids: readonly string[]
  onDone(): void
}

/** What can be done with chosen lines. */
export function LineActions({ side, ids, onDone }: Props) {
  const text = useText()
  const [open, setOpen] = useState<'item' | 'ignore' | null>(null)
  const close = () => setOpen(null)
  const restore = useChange(() => api[side].restore({ body: { ids: [...ids] } }), onDone)
  const done = () => {
    close()
    onDone()
  }
  return (
    <>
      <CanButton size="small" authority="reconciliation:update" onClick={() => setOpen('item')}>
        {text.reclassify}
      </CanButton>
      <CanButton size="small" authority="reconciliation:update" onClick={() => setOpen('ignore')}>
        {text.ignore}
      </CanButton>
      <CanButton
        size="small"
        authority="reconciliation:update"
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {text.restore}
      </CanButton>
      {open === 'item' && <ItemDialog side={side} ids={ids} onDone={done} onClose={close} />}
      {open === 'ignore' && <IgnoreDialog side={side} ids={ids} onDone={done} onClose={close} />}
    </>
  )
}

function useChange(send: () => Promise<{ readonly content: { readonly changed: number } }>, onDone: () => void) {
  const text = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ content }) => {
      message.success(text.changed(content.changed))
      onDone()
      await client.invalidateQueries({
        predicate: ({ queryKey }) => ['billing', 'supplyChain', 'accountingItem'].includes(String(queryKey[0])),
      })
    },
    onError: error => message.error(describeError(error).message),
  })
}

interface DialogProps extends Props {
  onClose(): void
}

const NONE = 'none'

function ItemDialog({ side, ids, onDone, onClose }: DialogProps) {
  const text = useText()
  const [item, setItem] = useState<string | null>(null)
  const { data } = useQuery(api.accountingItem.list.query())
  const { mutate, isPending } = useChange(
    () => api[side].reclassify({ body: { ids: [...ids], item_id: item === NONE ? null : item } }),
    onDone,
  )
  const items = data?.content.filter(each => each.is_active).map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Dialog
      open
      width={440}
      title={text.reclassifyTitle(ids.length)}
      okText={text.reclassify}
      cancelText={text.cancel}
      okButtonProps={{ disabled: item === null }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <Select
        aria-label={text.choose}
        placeholder={text.choose}
        style={{ width: '100%' }}
        value={item}
        showSearch={{ optionFilterProp: 'label' }}
        options={[...items, { value: NONE, label: text.clear }]}
        onChange={setItem}
      />
    </Dialog>
  )
}

function IgnoreDialog({ side, ids, onDone, onClose }: DialogProps) {
  const text = useText()
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useChange(() => api[side].ignore({ body: { ids: [...ids], reason } }), onDone)
  return (
    <Dialog
      open
      width={440}
      title={text.ignoreTitle(ids.length)}
      okText={text.ignore}
      cancelText={text.cancel}
      okButtonProps={{ disabled: reason.trim() === '' }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text.reason} extra={text.reasonHint}>
          <Input
            aria-label={text.reason}
            maxLength={200}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
