import { MoreOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { HealthRow } from '../types.ts'
import { useText } from '../use-text.ts'

const CheckDialog = lazyPart(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }))

/** What can be done about one strategy from here. */
export function HealthActions({ row }: { readonly row: HealthRow }) {
  const text = useText().actions
  const navigate = useNavigate()
  const [isChecking, setChecking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { run, toggle } = useActs(row)
  const items = [
    { key: 'logs', label: text.logs },
    { key: 'check', label: text.check },
    { key: 'subscribe', label: row.is_subscribed ? text.unsubscribe : text.subscribe },
  ]
  const act = (key: string) => {
    if (key === 'logs') navigate(strategyDetail.href({ params: { id: row.strategy_id }, search: { tab: 'runs' } }))
    else if (key === 'check') {
      // The menu goes; the dialog gives the focus back to what stays.
      opener.current?.focus()
      setChecking(true)
    } else toggle.mutate()
  }
  return (
    <span className="sl-row-actions">
      <CanButton
        type="link"
        size="small"
        authority="strategy:start"
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {text.run}
      </CanButton>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => act(key) }}>
        <Button ref={opener} type="text" size="small" icon={<MoreOutlined />} aria-label={text.more(row.name)} />
      </Dropdown>
      {isChecking && (
        <Suspense>
          <CheckDialog strategyId={row.strategy_id} name={row.name} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </span>
  )
}

function useActs(row: HealthRow) {
  const text = useText().actions
  const client = useQueryClient()
  const params = { id: row.strategy_id }
  const refresh = () => client.invalidateQueries({ queryKey: api.strategyHealth.search.key() })
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const run = useMutation({
    mutationFn: () => api.strategy.runNow({ params, body: { full: false } }),
    onSuccess: async () => {
      message.success(text.started)
      await refresh()
    },
    onError,
  })
  const toggle = useMutation({
    mutationFn: () =>
      row.is_subscribed ? api.strategyHealth.unsubscribe({ params }) : api.strategyHealth.subscribe({ params }),
    onSuccess: async () => {
      message.success(row.is_subscribed ? text.unsubscribed : text.subscribed)
      await refresh()
    },
    onError,
  })
  return { run, toggle }
}
