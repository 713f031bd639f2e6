import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { dataDetail } from '../../../strategy/strategy/pages.ts'
import { useText } from '../use-text.ts'

// Few calls have any.
const CallBodies = lazyPart(async () => ({ default: (await import('./call-bodies.tsx')).CallBodies }))

export interface CallDrawerProps {
  readonly id: string
  onClose(): void
}

/** One call, and the records that it read or brought: each leads to its passport. */
export function CallDrawer({ id, onClose }: CallDrawerProps) {
  const text = useText()
  const { data, error, refetch } = useQuery(api.callLog.get.query({ params: { id } }))
  return (
    <Drawer size={640} open title={text.drawer} onClose={onClose}>
      {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={6} />}
      {data && <Facts id={id} />}
    </Drawer>
  )
}

/** The reason in words, with what the gateway says of it. */
function explain(failure: string, reasons: Readonly<Record<string, string>>): string {
  const [name = '', ...rest] = failure.split(': ')
  const words = reasons[name]
  return words === undefined ? failure : [words, ...rest].join(': ')
}

function Facts({ id }: { readonly id: string }) {
  const text = useText()
  const { time, number } = useFormat()
  const { data } = useQuery(api.callLog.get.query({ params: { id } }))
  if (!data) return null
  const call = data.content
  const operations: Readonly<Record<string, string>> = text.operations
  const { columns } = text
  const facts = [
    { key: 'trace', label: text.trace, value: <CopyText isShown value={call.id} /> },
    { key: 'time', label: columns.time, value: time(call.created_at) },
    { key: 'application', label: columns.application, value: call.application_name },
    {
      key: 'operation',
      label: columns.operation,
      value: (
        <>
          {`${call.method} · ${operations[call.operation] ?? call.operation}`}{' '}
          {call.is_dry_run && <Tag>{text.dryRun}</Tag>}
        </>
      ),
    },
    { key: 'strategy', label: columns.strategy, value: call.strategy_name ?? '–' },
    ...(call.asset_name === null ? [] : [{ key: 'asset', label: columns.asset, value: call.asset_name }]),
    ...(call.api_version === null ? [] : [{ key: 'version', label: columns.version, value: String(call.api_version) }]),
    { key: 'ip', label: columns.ip, value: call.ip },
    { key: 'status', label: columns.status, value: `${call.status} · ${call.code}` },
    { key: 'rows', label: columns.rows, value: number(call.rows) },
    { key: 'took', label: columns.took, value: `${number(call.duration_ms)} ms` },
    ...(call.times === 1 ? [] : [{ key: 'times', label: columns.times, value: number(call.times) }]),
    ...(call.replay_of === null
      ? []
      : [{ key: 'replay', label: text.replayOf, value: <CopyText isShown value={call.replay_of} /> }]),
    ...(call.failure === null
      ? []
      : [{ key: 'failure', label: text.failure, value: explain(call.failure, text.reasons) }]),
  ]
  return (
    <div className="sl-stack">
      <dl className="sl-facts">
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {call.bodies !== null && (
        <Suspense fallback={<Skeleton rows={3} />}>
          <CallBodies call={call} />
        </Suspense>
      )}
      {call.strategy_id !== null && call.records.length > 0 && (
        <div>
          <h3>{text.records}</h3>
          <ul>
            {call.records.map(({ key, record_id }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one key may come twice, and the list never changes
              <li key={at}>
                {record_id === null ? (
                  <span className="sl-muted">{`${key} · ${text.notYet}`}</span>
                ) : (
                  <Link to={dataDetail.href({ params: { strategy: call.strategy_id ?? '', id: record_id } })}>
                    {key}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
