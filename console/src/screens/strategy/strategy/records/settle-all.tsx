import { Progress, Radio } from 'antd'
import { useRef, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { UnknownFilter } from '../types.ts'

const actions = ['ask', 'confirm', 'resend', 'ignore'] as const
type Action = (typeof actions)[number]

export interface SettleAllProps {
  readonly strategyId: string
  readonly filter: UnknownFilter
  readonly isEmpty: boolean
}

/** Every record of a filter, part by part, with how far it is; each part is a decision of its own in the log. */
export function SettleAll({ strategyId, filter, isEmpty }: SettleAllProps) {
  const text = useCursorText().unknown
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [action, setAction] = useState<Action>('ask')
  const [figures, setFigures] = useState<{ readonly done: number; readonly left: number } | null>(null)
  const isStopped = useRef(false)
  const labels = { ask: text.allAsk, confirm: text.allConfirm, resend: text.allResend, ignore: text.allIgnore }
  const run = async () => {
    isStopped.current = false
    let [done, left, why] = [0, 0, '']
    setFigures({ done, left })
    try {
      for (let cursor: string | null | undefined; cursor !== null && !isStopped.current; ) {
        const { content } = await api.strategyData.resolve({
          params: { strategy: strategyId },
          body: { action, filter, ...(cursor === undefined ? {} : { cursor }) },
        })
        done += content.changed
        left += content.refused.length
        why ||= content.refused[0]?.message ?? ''
        cursor = content.next
        setFigures({ done, left })
      }
      void message.success(text.done(format.number(done)))
      if (left > 0) void message.warning(text.left(format.number(left), why))
      setOpen(false)
    } catch (error) {
      void message.error(describeError(error instanceof Error ? error : new Error(String(error))).message)
    } finally {
      setFigures(null)
      void queryClient.invalidateQueries({ queryKey: ['strategyData'] })
      void queryClient.invalidateQueries({ queryKey: api.strategy.counters.key() })
    }
  }
  const close = () => {
    isStopped.current = true
    setOpen(false)
  }
  return (
    <>
      <CanButton
        size="small"
        authority="strategy:update"
        reason={isEmpty ? text.empty : undefined}
        onClick={() => setOpen(true)}
      >
        {text.all}
      </CanButton>
      <Dialog
        open={isOpen}
        title={text.allTitle}
        okText={text.start}
        cancelText={figures === null ? undefined : text.stop}
        confirmLoading={figures !== null}
        onOk={() => void run()}
        onCancel={close}
      >
        <Radio.Group
          className="st-choices"
          value={action}
          disabled={figures !== null}
          onChange={event => setAction(event.target.value as Action)} // its own options
          options={actions.map(value => ({ value, label: labels[value] }))}
        />
        {figures !== null && (
          <div aria-live="polite">
            <Progress percent={100} status="active" showInfo={false} />
            {text.progress(format.number(figures.done), format.number(figures.left))}
          </div>
        )}
      </Dialog>
    </>
  )
}
