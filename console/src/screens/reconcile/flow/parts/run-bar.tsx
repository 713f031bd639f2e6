import { HistoryOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { Flow, ReconRun, Search } from '../types.ts'
import { useText } from '../use-text.ts'
import { isUnderWay, refreshFlows, useAct, useRuns } from './queries.ts'

// Opened on demand.
const RunDrawer = lazy(async () => ({ default: (await import('./run-drawer.tsx')).RunDrawer }))

interface Props {
  readonly flow: Flow
  readonly search: Search
  readonly children: ReactNode
}

/** Begins runs, shows the one that goes on, and says what the latest one did. */
export function RunBar({ flow, search, children }: Props) {
  const text = useText().run
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  const { data } = useRuns(flow.id)
  const latest = data?.content[0]
  const isBusy = isUnderWay(latest)
  const wasBusy = useRef(isBusy)
  // What a run kept is in every list: they are read again once it ends.
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refreshFlows(client)
    wasBusy.current = isBusy
  }, [isBusy, client])
  const start = useAct(async (mode: ReconRun['mode']) => {
    const period = { period_from: search.from ?? null, period_to: search.to ?? null }
    await api.flow.run({ params: { id: flow.id }, body: { mode, ...period } })
    if (mode === 'trial') setShown(true)
    return null
  }, ignore)
  return (
    <section className="rf-run" aria-label={text.label}>
      <div className="rf-run-state" aria-live="polite">
        {latest ? <RunState run={latest} /> : text.never}
      </div>
      {isBusy && latest && <Cancel run={latest} />}
      <Button icon={<HistoryOutlined />} onClick={() => setShown(true)}>
        {text.list}
      </Button>
      {children}
      <CanButton
        authority="reconciliation:update"
        reason={isBusy ? text.busy : undefined}
        loading={start.isPending && start.variables === 'trial'}
        onClick={() => start.mutate('trial')}
      >
        {text.trial}
      </CanButton>
      <CanButton
        type="primary"
        authority="reconciliation:update"
        reason={isBusy ? text.busy : undefined}
        loading={start.isPending && start.variables === 'commit'}
        onClick={() => start.mutate('commit')}
      >
        {text.commit}
      </CanButton>
      {isShown && (
        <Suspense>
          <RunDrawer flow={flow} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </section>
  )
}

const ignore = (): void => undefined

function RunState({ run }: { readonly run: ReconRun }) {
  const text = useText().run
  const { number, relative } = useFormat()
  if (isUnderWay(run))
    return (
      <>
        <strong>{text.phases[run.phase]}</strong> {text.read(number(run.done))}
      </>
    )
  const rules = run.summary?.rules ?? []
  const count = (what: 'confirmed' | 'proposed') => number(rules.reduce((sum, rule) => sum + rule[what], 0))
  return (
    <>
      {text.modes[run.mode]} · {text.states[run.state]} · {relative(run.finished_at)}
      {run.summary && <span className="sl-muted"> {text.result(count('confirmed'), count('proposed'))}</span>}
      {run.failure && <span className="rf-bad"> {run.failure.message}</span>}
    </>
  )
}

export function Cancel({ run }: { readonly run: ReconRun }) {
  const text = useText().run
  const cancel = useAct(async (_: null) => {
    await api.flow.cancelRun({ params: { id: run.id } })
    return text.cancelled
  }, ignore)
  return (
    <CanButton danger authority="reconciliation:update" loading={cancel.isPending} onClick={() => cancel.mutate(null)}>
      {text.cancel}
    </CanButton>
  )
}
