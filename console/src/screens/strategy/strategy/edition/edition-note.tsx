import { useMutation } from '@tanstack/react-query'
import { Alert, Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { refreshPublishing } from '../publish/refresh.ts'
import { isOver, type Rehearsal } from '../publish/rehearsal.ts'
import { useEditionText } from '../texts/use-edition-text.ts'
import type { Strategy } from '../types.ts'
import { countOtherwise, refreshComparisons, useComparisons } from './comparison.ts'
import { ComparisonDrawer } from './comparison-drawer.tsx'
import { ComparisonProgress } from './comparison-progress.tsx'
import './edition.css'

/** Of a version in an older edition of the mapping language: what the newest would change, and the way there. */
export function EditionNote({ strategy }: { readonly strategy: Strategy }) {
  const text = useEditionText()
  const { data } = useComparisons(strategy.id)
  const [isShown, setShown] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const newest = data?.content.find(each => each.compares === 'edition' && each.is_current)
  const isUnderWay = data !== undefined && !data.content.every(isOver)
  const done = newest?.state === 'done' ? newest : undefined
  const start = useMutation({
    mutationFn: () => api.strategyPublish.compare({ params: { id: strategy.id }, body: { version: strategy.version } }),
    onSuccess: refreshComparisons,
    onError: error => void message.error(describeError(error).message),
  })
  const words = useWords(newest)
  return (
    <>
      <Alert
        className="st-gap"
        type={done && countOtherwise(done) > 0 ? 'warning' : 'info'}
        showIcon
        title={words}
        description={newest && !isOver(newest) && <ComparisonProgress comparison={newest} />}
        action={
          <Space wrap>
            {done && done.kept > 0 && (
              <CanButton size="small" authority="strategy:query" onClick={() => setShown(true)}>
                {text.show}
              </CanButton>
            )}
            <CanButton
              size="small"
              authority="strategy:update"
              reason={isUnderWay ? text.underWay : undefined}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {done ? text.again : text.compare}
            </CanButton>
            <CanButton size="small" type="primary" authority="strategy:update" onClick={() => setMoving(true)}>
              {text.move}
            </CanButton>
          </Space>
        }
      />
      {done && <ComparisonDrawer comparison={done} open={isShown} onClose={() => setShown(false)} />}
      <MoveDialog
        strategy={strategy}
        open={isMoving}
        words={done ? words : text.moveUnknown}
        onClose={() => setMoving(false)}
      />
    </>
  )
}

function useWords(newest: Rehearsal | undefined): string {
  const text = useEditionText()
  const format = useFormat()
  if (newest?.failure) return text.failed(newest.failure.message)
  if (newest?.state !== 'done') return text.unknown
  const { examined, kinds, is_cut } = newest
  const otherwise = countOtherwise(newest)
  const cut = is_cut ? ` ${text.cut(format.number(examined))}` : ''
  if (examined === 0) return text.none
  if (otherwise === 0) return `${text.same(format.number(examined))}${cut}`
  const refused = kinds.refused > 0 ? ` ${text.refused(format.number(kinds.refused))}` : ''
  return `${text.counted(format.number(otherwise), format.number(examined))}${refused}${cut}`
}

interface MoveDialogProps {
  readonly strategy: Strategy
  readonly open: boolean
  readonly words: string
  onClose(): void
}

function MoveDialog({ strategy, open, words, onClose }: MoveDialogProps) {
  const text = useEditionText()
  const { draft } = strategy.gate
  const move = useMutation({
    mutationFn: () =>
      api.strategyPublish.moveEdition({
        params: { id: strategy.id },
        body: { version: strategy.version, ...(draft && { draft: draft.revision }) },
      }),
    onSuccess({ content: { version } }) {
      void message.success(version === strategy.version ? text.movedDraft : text.moved(version))
      onClose()
      void refreshPublishing()
      void refreshComparisons()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Dialog
      open={open}
      title={text.moveTitle}
      okText={text.move}
      confirmLoading={move.isPending}
      onOk={() => move.mutate()}
      onCancel={onClose}
    >
      <p>{words}</p>
      <p>{text.moveText}</p>
    </Dialog>
  )
}
