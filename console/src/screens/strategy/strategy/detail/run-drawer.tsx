import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { Technical } from '../../../../ui/technical.tsx'
import { adapterForm } from '../../../asset/adapter/pages.ts'
import { strategyDetail } from '../pages.ts'
import { useText } from '../texts/use-text.ts'
import type { Run } from '../types.ts'
import { Books } from './flow-picture.tsx'

/** One run: its books, why it failed, what it logged and what it rejected. */
export function RunDrawer({ run, onClose }: { readonly run: Run | null; onClose(): void }) {
  const text = useText().runs
  return (
    <Drawer size={720} title={text.label} open={run !== null} onClose={onClose}>
      {run && <RunBody run={run} />}
    </Drawer>
  )
}

/** Those of packs are the product's and have no screen. */
const isOwn = (id: string): boolean => !id.startsWith('pack:')

function RunBody({ run }: { readonly run: Run }) {
  const text = useText()
  const format = useFormat()
  const { window } = run
  const items = [
    { key: 'state', label: text.runs.state, children: <StateTag kind="run" state={run.state} /> },
    { key: 'version', label: text.runs.version, children: run.version },
    { key: 'started', label: text.runs.started, children: format.time(run.started_at) },
    { key: 'by', label: text.runs.by, children: run.requested_by ?? '–' },
    ...run.adapters.map(({ role, id, name, version }) => ({
      key: `${role} ${id} ${version}`,
      label: text.runs.adapters[role],
      children: isOwn(id) ? (
        <Link to={adapterForm.href({ params: { id }, search: { tab: 'versions' } })}>
          {text.runs.adapter(name, version)}
        </Link>
      ) : (
        text.runs.adapter(name, version)
      ),
    })),
    ...(window
      ? [
          {
            key: 'window',
            label: text.runs.window,
            children: text.runs.windowText(window.field, window.from ?? text.runs.start, window.to ?? text.runs.now),
          },
        ]
      : []),
    ...(run.waiting_reason === null
      ? []
      : [{ key: 'waiting', label: text.runs.waiting, children: run.waiting_reason }]),
  ]
  return (
    <div className="sl-stack">
      {run.failure && (
        <Alert
          type="error"
          showIcon
          title={run.failure.message}
          description={
            <>
              {run.failure.advice}
              <Technical text={run.failure.technical} />
            </>
          }
        />
      )}
      <Descriptions column={2} size="small" items={items} />
      <div className="st-flow-foot">
        <Books counts={run.counts} imbalance={run.imbalance} isMoving={run.finished_at === null} />
      </div>
      <Link to={strategyDetail.href({ params: { id: run.strategy_id }, search: { tab: 'data', run: run.id } })}>
        {text.data.run}
      </Link>
      <Logs run={run} />
      {run.counts.rejected > 0 && <Rejected run={run} />}
    </div>
  )
}

function Logs({ run }: { readonly run: Run }) {
  const text = useText().runs
  const format = useFormat()
  const { data, error, refetch } = useQuery(api.run.logs.query({ params: { id: run.id }, query: { pageSize: 200 } }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  return (
    <div>
      <h3>{text.logs}</h3>
      <ul className="st-checks">
        {(data?.content ?? []).map(line => (
          <li key={line.id}>
            <time className="sl-muted sl-number" dateTime={line.created_at}>
              {format.time(line.created_at).slice(11)}
            </time>
            <span className={line.level === 'error' || line.level === 'fatal' ? 'st-level-error' : ''}>
              {line.text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rejected({ run }: { readonly run: Run }) {
  const text = useText().runs
  const { data, error, refetch } = useQuery(
    api.run.rejected.query({ params: { id: run.id }, query: { pageSize: 100 } }),
  )
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  return (
    <div>
      <h3>{text.rejected}</h3>
      <ul className="st-checks">
        {(data?.content ?? []).map((row, at, rows) => (
          <li key={row.id}>
            <span className="sl-muted">
              {row.key === null ? text.row(row.page_id, row.ordinal + 1) : text.rowOfKey(row.key)}
            </span>
            <span>
              {row.failure.field !== undefined && <strong>{row.failure.field} </strong>}
              {row.failure.message}
              {row.failure.advice !== rows[at - 1]?.failure.advice && (
                <div className="sl-muted">{row.failure.advice}</div>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
