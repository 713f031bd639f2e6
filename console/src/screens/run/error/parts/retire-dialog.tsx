import type { RetireKind } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useRetireText } from '../use-retire-text.ts'
import { refreshErrors } from './refresh-errors.ts'
import type { ReplayDialogProps } from './replay-dialog.tsx'
import { ReplayProgress } from './replay-progress.tsx'

/** What becomes of documents that no row gives any more: chosen, started, watched. */
export function RetireDialog({ group, scope, onClose }: ReplayDialogProps) {
  const text = useRetireText()
  const format = useFormat()
  const [kind, setKind] = useState<RetireKind>('retireDelete')
  const start = useMutation({
    mutationFn: () =>
      api.replay.create({
        body: {
          group_id: group.id,
          kind,
          ...(scope.ids && { ids: [...scope.ids] }),
          ...(scope.keyword !== undefined && { keyword: scope.keyword }),
        },
      }),
    onSuccess() {
      void message.success(text.started)
      void refreshErrors()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const jobId = start.data?.content.id
  if (jobId !== undefined)
    return (
      <Dialog open width={820} title={text.title} footer={null} onCancel={onClose}>
        <ReplayProgress id={jobId} />
      </Dialog>
    )
  return (
    <Dialog
      open
      width={640}
      title={text.title}
      onCancel={onClose}
      footer={
        <>
          <CanButton onClick={onClose}>{text.cancel}</CanButton>
          <CanButton
            type="primary"
            danger={kind === 'retireDelete'}
            authority="strategy:update"
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {text.start}
          </CanButton>
        </>
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={text.scope}>{scope.keyword ?? text.count(format.number(scope.count))}</Form.Item>
        <Form.Item label={text.kind} extra={`${text.hints[kind]} ${text.back}`}>
          <Radio.Group
            className="er-kinds"
            aria-label={text.kind}
            value={kind}
            onChange={event => setKind(event.target.value as RetireKind)} // its own options
            options={group.retire.map(value => ({ value, label: text.kinds[value] }))}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
