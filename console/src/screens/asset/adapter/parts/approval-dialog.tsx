import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Difference } from '../../../../parts/difference.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { leaveOutEmpty } from '../../asset/public.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

type Act = 'approve' | 'refuse' | 'withdraw'

/** One request with what it would change, and the decision. */
export function ApprovalDialog({ id, onClose }: { readonly id: string; onClose(): void }) {
  const all = useText()
  const text = all.approval
  const client = useQueryClient()
  const [opinion, setOpinion] = useState('')
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { data, error, refetch } = useQuery(api.approval.get.query({ params: { id } }))
  const { mutate, isPending } = useMutation({
    mutationFn: (act: Act): Promise<unknown> =>
      act === 'withdraw'
        ? api.approval.withdraw({ params: { id } })
        : api.approval[act]({ params: { id }, body: { opinion } }),
    onSuccess: async (_, act) => {
      message.success(text.done[act])
      onClose()
      await refreshAdapters(client)
    },
    onError: failure => message.error(describeError(failure).message),
  })
  const row = data?.content
  const isOpen = row?.status === 'asked'
  return (
    <Dialog
      open
      width={760}
      title={row ? `${text.kinds[row.kind]} · ${row.title}` : text.label}
      onCancel={onClose}
      footer={
        isOpen && (
          <span className="as-name">
            {row.is_own && (
              <CanButton authority="asset:update" loading={isPending} onClick={() => setWithdrawing(true)}>
                {text.withdraw}
              </CanButton>
            )}
            <CanButton
              danger
              authority="asset:approve"
              loading={isPending}
              reason={row.can_decide ? (opinion.trim() === '' ? text.opinionHint : undefined) : text.own}
              onClick={() => mutate('refuse')}
            >
              {text.refuse}
            </CanButton>
            <CanButton
              type="primary"
              authority="asset:approve"
              loading={isPending}
              reason={row.can_decide ? undefined : text.own}
              onClick={() => mutate('approve')}
            >
              {text.approve}
            </CanButton>
          </span>
        )
      }
    >
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Skeleton rows={6} />}
      {row && (
        <div className="as-stack">
          {row.after === null ? (
            <Alert type="warning" showIcon title={text.gone} />
          ) : (
            <>
              <Alert type="info" showIcon title={row.before === null ? text.first : text.diff} />
              <Difference
                label={text.diff}
                same={all.versions.same}
                before={row.before}
                after={row.before === null ? leaveOutEmpty(row.after) : row.after}
              />
            </>
          )}
          {isOpen && row.can_decide ? (
            <Form layout="vertical" component="div">
              <Row label={text.opinion} hint={text.opinionHint}>
                <Input.TextArea
                  autoSize={{ minRows: 2, maxRows: 6 }}
                  maxLength={500}
                  value={opinion}
                  onChange={event => setOpinion(event.target.value)}
                />
              </Row>
            </Form>
          ) : (
            row.opinion !== '' && <p>{`${text.opinion}: ${row.opinion}`}</p>
          )}
        </div>
      )}
      <ConfirmDanger
        open={isWithdrawing}
        title={text.withdrawTitle}
        text={text.withdrawText}
        action={text.withdraw}
        isBusy={isPending}
        onConfirm={() => mutate('withdraw')}
        onCancel={() => setWithdrawing(false)}
      />
    </Dialog>
  )
}
