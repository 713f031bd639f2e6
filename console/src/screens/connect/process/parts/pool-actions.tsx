import { MoreOutlined } from '@ant-design/icons'
import { type PoolEvent, poolTransitions } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { type ActionLook, type ActionPlace, actionLooks } from '../../../../ui/action-looks.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { findHindrance } from '../model.ts'
import type { ProcessPool } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshPools } from './queries.ts'

export interface PoolActionsProps {
  readonly pool: ProcessPool
  /** Default row. */
  readonly place?: ActionPlace
  onEdit(): void
  onRemoved?(): void
}

type Asking = 'stop' | 'clear' | 'remove'

/** Everything that can be done to a pool; the table of states says what may be pressed. */
export function PoolActions({ pool, place = 'row', onEdit, onRemoved }: PoolActionsProps) {
  const text = useText()
  const look = actionLooks[place]
  const [asking, setAsking] = useState<Asking | null>(null)
  const acts = useActs(pool, () => setAsking(null), onRemoved)
  const may = (event: PoolEvent): boolean => poolTransitions[pool.state][event] !== null
  return (
    <span className={look.className}>
      <CanButton {...look.button} authority="process:update" onClick={onEdit}>
        {text.edit}
      </CanButton>
      {may('resume') && (
        <CanButton
          {...look.button}
          authority="process:update"
          loading={acts.isBusy}
          onClick={() => acts.move('resume')}
        >
          {text.resume}
        </CanButton>
      )}
      {may('drain') && (
        <CanButton {...look.button} authority="process:update" loading={acts.isBusy} onClick={() => acts.move('drain')}>
          {text.drain}
        </CanButton>
      )}
      <MoreActions pool={pool} look={look.more} canStop={may('stop')} onAsk={setAsking} />
      <Questions pool={pool} asking={asking} acts={acts} onCancel={() => setAsking(null)} />
    </span>
  )
}

interface Acts {
  readonly isBusy: boolean
  move(event: PoolEvent): void
  clear(): void
  remove(): void
}

function useActs(pool: ProcessPool, onDone: () => void, onRemoved: (() => void) | undefined): Acts {
  const text = useText()
  const client = useQueryClient()
  const { id } = pool
  const { mutate, isPending } = useMutation({
    mutationFn: async (act: PoolEvent | 'clear' | 'remove'): Promise<string> => {
      const params = { id }
      if (act === 'clear') return text.done.clear((await api.process.clearQueue({ params })).content.cleared)
      if (act === 'remove') await api.process.delete({ params })
      else await api.process[act]({ params })
      return text.done[act]
    },
    onSuccess: async (words, act) => {
      message.success(words)
      onDone()
      if (act === 'remove') onRemoved?.()
      await refreshPools(client)
    },
    onError: error => {
      onDone()
      message.error(describeError(error).message)
    },
  })
  return { isBusy: isPending, move: mutate, clear: () => mutate('clear'), remove: () => mutate('remove') }
}

interface MoreProps {
  readonly pool: ProcessPool
  readonly look: ActionLook
  readonly canStop: boolean
  onAsk(asking: Asking): void
}

function MoreActions({ pool, look, canStop, onAsk }: MoreProps) {
  const text = useText()
  const can = useCan()
  const hindrance = findHindrance(pool)
  const items = [
    { key: 'stop', label: text.stop, disabled: !canStop || !can('process:update') },
    {
      key: 'clear',
      label: text.clear,
      danger: true,
      disabled: pool.queued === 0 || !can('process:delete'),
      ...(pool.queued === 0 && { title: text.reasons.noQueue }),
    },
    {
      key: 'remove',
      label: text.remove,
      danger: true,
      disabled: hindrance !== null || !can('process:delete'),
      ...(hindrance !== null && { title: text.reasons[hindrance] }),
    },
  ]
  return (
    <Dropdown
      trigger={['click']}
      // Keys are those of `items`.
      menu={{ items, onClick: ({ key }) => onAsk(key as Asking) }}
    >
      <Button {...look} icon={<MoreOutlined />} aria-label={text.moreActions(pool.name)} />
    </Dropdown>
  )
}

interface QuestionsProps {
  readonly pool: ProcessPool
  readonly asking: Asking | null
  readonly acts: Acts
  onCancel(): void
}

function Questions({ pool, asking, acts, onCancel }: QuestionsProps) {
  const text = useText()
  const common = { isBusy: acts.isBusy, onCancel }
  return (
    <>
      <ConfirmDanger
        {...common}
        open={asking === 'stop'}
        title={text.stopTitle(pool.name)}
        text={text.stopText}
        action={text.stop}
        onConfirm={() => acts.move('stop')}
      />
      <ConfirmDanger
        {...common}
        open={asking === 'clear'}
        title={text.clearTitle(pool.name)}
        text={text.clearText(pool.queued)}
        action={text.clear}
        onConfirm={acts.clear}
      />
      <ConfirmDanger
        {...common}
        open={asking === 'remove'}
        title={text.removeTitle(pool.name)}
        text={text.removeText}
        action={text.remove}
        onConfirm={acts.remove}
      />
    </>
  )
}
