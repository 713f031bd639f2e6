import { Descriptions, Select, Table } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Flow, ReconRun } from '../types.ts'
import { useText } from '../use-text.ts'
import { isUnderWay, useRuns } from './queries.ts'
import { Cancel } from './run-bar.tsx'
import { useRuleNames } from './use-rule-names.ts'

interface Props {
  readonly flow: Flow
  onClose(): void
}

const modes = ['trial', 'commit'] as const
const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** The latest runs, each with what it found, rule by rule. */
export function RunDrawer({ flow, onClose }: Props) {
  const all = useText()
  const text = all.run
  const { time } = useFormat()
  const [mode, setMode] = useState<ReconRun['mode']>()
  const [state, setState] = useState<ReconRun['state']>()
  const { data, error, refetch } = useRuns(flow.id, { ...(mode && { mode }), ...(state && { state }) })
  const runs = data?.content
  const [open, setOpen] = useState<readonly string[]>()
  const first = runs?.slice(0, 1).map(({ id }) => id)
  return (
    <Drawer open size={880} title={text.list} onClose={onClose}>
      <search className="rf-bar" aria-label={text.filter}>
        <Select
          aria-label={text.mode}
          placeholder={text.mode}
          allowClear
          className="rf-account"
          options={modes.map(value => ({ value, label: text.modes[value] }))}
          onChange={setMode}
        />
        <Select
          aria-label={text.state}
          placeholder={text.state}
          allowClear
          className="rf-account"
          options={states.map(value => ({ value, label: text.states[value] }))}
          onChange={setState}
        />
      </search>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : (
        runs === undefined && <Skeleton rows={4} />
      )}
      {runs && (
        <Table<ReconRun>
          size="small"
          rowKey="id"
          aria-label={text.list}
          pagination={false}
          dataSource={runs}
          locale={{ emptyText: text.never }}
          expandable={{
            expandedRowKeys: [...(open ?? first ?? [])],
            onExpandedRowsChange: keys => setOpen(keys.map(String)),
            expandedRowRender: run => <Result run={run} flow={flow} />,
          }}
          columns={[
            { title: text.at, render: (_, run) => time(run.created_at) },
            { title: text.mode, render: (_, run) => text.modes[run.mode] },
            { title: text.state, render: (_, run) => text.states[run.state] },
            {
              title: text.period,
              render: (_, run) =>
                run.period_from || run.period_to
                  ? `${run.period_from ?? '…'} – ${run.period_to ?? '…'}`
                  : text.everyDay,
            },
            { title: text.by, render: (_, run) => run.requested_by },
            { title: '', render: (_, run) => isUnderWay(run) && <Cancel run={run} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

function Result({ run, flow }: { readonly run: ReconRun; readonly flow: Flow }) {
  const all = useText()
  const text = all.run
  const { number } = useFormat()
  const names = useRuleNames(flow)
  if (run.failure) return <p className="rf-bad">{run.failure.message}</p>
  if (!run.summary) return <p>{text.phases[run.phase]}</p>
  return (
    <>
      <p>{run.mode === 'trial' ? text.trialNote : text.commitNote}</p>
      <Table
        size="small"
        rowKey="rule"
        aria-label={text.byRule}
        pagination={false}
        dataSource={run.summary.rules.filter(rule => rule.confirmed + rule.proposed > 0)}
        locale={{ emptyText: text.nothing }}
        columns={[
          { title: text.rule, render: (_, rule) => names(rule.rule) },
          { title: text.confirmed, align: 'end', render: (_, rule) => number(rule.confirmed) },
          { title: text.proposed, align: 'end', render: (_, rule) => number(rule.proposed) },
          { title: text.earned, render: (_, rule) => (rule.may_confirm ? text.mayConfirm : text.mayPropose) },
        ]}
      />
      <Descriptions
        size="small"
        column={2}
        items={[
          ...run.summary.exceptions.map(({ kind, lines }) => ({
            key: kind,
            label: all.kinds[kind as keyof typeof all.kinds] ?? kind,
            children: text.lines(number(lines)),
          })),
        ]}
      />
    </>
  )
}
