import { PlayCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Input, Select, Switch, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { type Rhythm, readRhythm, writeRhythm } from '../rhythm.ts'
import type { Flow, Installation } from '../types.ts'
import { useText } from '../use-text.ts'
import { Offered } from './offered.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['installation'] })
const tell = (error: unknown) => void message.error(describeError(error).message)

/** What moves: a switch, a rhythm, and once at once. */
export function Flows({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const [refused, setRefused] = useState<Refused | null>(null)
  const nameOf = (slot: string) => installation.connections.find(each => each.slot === slot)?.title ?? slot
  return (
    <Section title={text.flows} text={text.flowsText} isFlush>
      {refused && (
        <Alert
          type="error"
          showIcon
          closable={{ onClose: () => setRefused(null) }}
          title={`${refused.flow.title}: ${refused.message}`}
          action={
            <Link to={strategyDetail.href({ params: { id: refused.flow.strategy_id }, search: { tab: 'target' } })}>
              {text.mendFlow}
            </Link>
          }
        />
      )}
      <Table
        size="middle"
        pagination={false}
        scroll={{ x: 'max-content' }}
        rowKey="strategy_id"
        dataSource={[...installation.flows]}
        columns={[
          {
            key: 'flow',
            title: text.flow,
            render: (_, { title, document }) => (
              <>
                <strong>{title}</strong>
                {document !== title && <div className="sl-muted">{document}</div>}
              </>
            ),
          },
          {
            key: 'direction',
            title: text.direction,
            render: (_, { from, to }) => `${nameOf(from)} → ${nameOf(to)}`,
          },
          { key: 'on', title: text.isOn, render: (_, flow) => <OnSwitch flow={flow} onRefused={setRefused} /> },
          { key: 'rhythm', title: text.rhythm, render: (_, flow) => <RhythmSelect key={flow.cron} flow={flow} /> },
          {
            key: 'last',
            title: text.lastRun,
            render: (_, flow) => (flow.last_run_at === null ? text.never : <RelativeTime value={flow.last_run_at} />),
          },
          { key: 'once', title: '', render: (_, flow) => <RunOnce flow={flow} onRefused={setRefused} /> },
        ]}
      />
      <Offered installation={installation} />
    </Section>
  )
}

function OnSwitch({ flow, onRefused }: FlowProps) {
  const text = useText()
  const can = useCan()
  const params = { id: flow.strategy_id }
  const isOn = flow.status === 'running'
  const turn = useMutation({
    mutationFn: async (is: boolean) => {
      if (is) await api.strategy.start({ params })
      else await api.strategy.stop({ params })
    },
    onSuccess: async (_, is) => {
      onRefused(null)
      message.success(is ? text.started : text.stopped)
      await refresh()
    },
    onError: error => onRefused({ flow, message: describeError(error).message }),
  })
  return (
    <Switch
      aria-label={text.startOf(flow.title)}
      checked={isOn}
      loading={turn.isPending}
      disabled={!can(isOn ? 'strategy:stop' : 'strategy:start')}
      onChange={is => turn.mutate(is)}
    />
  )
}

const OFFERED = ['15', '30', '60', 'daily', 'hand'] as const

function RhythmSelect({ flow }: { readonly flow: Flow }) {
  const text = useText()
  const can = useCan()
  const { rhythm, time } = readRhythm(flow.cron)
  const [typed, setTyped] = useState(time)
  const save = useMutation({
    mutationFn: (cron: string | null) => api.strategy.batchBasic({ body: { ids: [flow.strategy_id], cron } }),
    onSuccess: async ({ content }) => {
      const refused = content.find(({ ok }) => !ok)
      if (refused) void message.error(refused.message)
      else message.success(text.rhythmSaved)
      await refresh()
    },
    onError: tell,
  })
  const offered: readonly Rhythm[] = rhythm === 'other' ? [...OFFERED, 'other'] : OFFERED
  const isOff = !can('strategy:update')
  const keepTime = () => typed !== '' && typed !== time && save.mutate(writeRhythm('daily', typed))
  return (
    <span className="in-rhythm">
      <Select<Rhythm>
        aria-label={text.rhythmOf(flow.title)}
        disabled={isOff}
        loading={save.isPending}
        value={rhythm}
        options={offered.map(value => ({ value, label: text.rhythms[value], disabled: value === 'other' }))}
        onChange={next => next !== 'other' && save.mutate(writeRhythm(next, typed))}
      />
      {rhythm === 'daily' && (
        <Input
          type="time"
          aria-label={text.timeOf(flow.title)}
          disabled={isOff}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onBlur={keepTime}
          onPressEnter={keepTime}
        />
      )}
    </span>
  )
}

/** Why a flow did not begin; it stays on the page until it does. */
interface Refused {
  readonly flow: Flow
  readonly message: string
}

interface FlowProps {
  readonly flow: Flow
  onRefused(refused: Refused | null): void
}

function RunOnce({ flow, onRefused }: FlowProps) {
  const text = useText()
  const run = useMutation({
    mutationFn: () => api.strategy.runNow({ params: { id: flow.strategy_id }, body: {} }),
    onSuccess: async ({ content }) => {
      onRefused(null)
      if (content.already_running) message.info(text.runAlready)
      else message.success(text.runStarted)
      await refresh()
    },
    onError: error => onRefused({ flow, message: describeError(error).message }),
  })
  return (
    <CanButton
      size="small"
      icon={<PlayCircleOutlined />}
      authority="strategy:start"
      loading={run.isPending}
      aria-label={text.runOnceOf(flow.title)}
      onClick={() => run.mutate()}
    >
      {text.runOnce}
    </CanButton>
  )
}
