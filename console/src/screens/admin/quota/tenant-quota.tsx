import type { Quota } from '@sluice/api/modules/admin/quota/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { Bar } from '../../../parts/bar.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useText } from './use-text.ts'

/** What the tenant may use, and uses now. */
export default function TenantQuota() {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery(api.quota.get.query())
  const rows = useLimits(data?.content)
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <DataTable<Limit>
        id="tenant-quota"
        label={text.label}
        density="small"
        columns={useColumns()}
        rowKey={row => row.title}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
      />
    </>
  )
}

interface Limit {
  readonly title: string
  /** What it means, or why it is as it is. */
  readonly reason: string
  /** null: nobody measured it. */
  readonly used: number | null
  readonly limit: number | null
  readonly state: 'well' | 'near' | 'full' | 'unmeasured' | 'open' | 'none'
  write(value: number): string
  /** Instead of a number: what the plan allows. */
  readonly said?: string
}

const NEAR = 0.8

/** null limit: there is none. */
function judge(used: number | null, limit: number | null): Limit['state'] {
  if (used === null) return 'unmeasured'
  if (limit === null) return 'open'
  const share = shareOf(used, limit)
  return share >= 1 ? 'full' : share >= NEAR ? 'near' : 'well'
}

const shareOf = (used: number, limit: number): number => (limit === 0 ? 1 : used / limit)

function useLimits(quota: Quota | undefined): readonly Limit[] | undefined {
  const text = useText()
  const format = useFormat()
  if (quota === undefined) return undefined
  const { runs, strategies, connectors, records, storage_bytes: storage } = quota
  const line = (title: string, reason: string, used: number | null, limit: number | null, write: Limit['write']) => ({
    title,
    reason,
    used,
    limit,
    write,
    state: judge(used, limit),
  })
  const rule = (title: string, reason: string, said: string) => ({
    ...{ title, reason, said, used: 0, limit: null, state: 'none' as const },
    write: () => '–',
  })
  const { least_minutes: least } = quota
  const measured =
    storage.measured_at === null ? text.storageUnknown : text.storageHint(format.time(storage.measured_at))
  return [
    line(text.runs, text.runsHint, runs.used, runs.limit, format.number),
    line(text.strategies, text.strategiesHint, strategies.used, strategies.limit, format.number),
    line(text.connectors, text.connectorsHint, connectors.used, connectors.limit, format.number),
    line(text.records, text.recordsHint(format.time(records.resets_at)), records.used, records.limit, format.number),
    line(text.storage, measured, storage.measured_at === null ? null : storage.used, storage.limit, format.bytes),
    rule(text.rhythm, text.rhythmHint, least === null ? text.noLimit : text.minutes(format.number(least))),
    rule(text.follow, text.ruleHint, quota.may_follow ? text.allowed : text.leftOut),
    rule(text.script, text.ruleHint, quota.may_script ? text.allowed : text.leftOut),
    {
      title: text.weight,
      reason: text.weightHint,
      used: quota.weight,
      limit: null,
      state: 'none',
      write: format.number,
    },
  ]
}

function useColumns(): DataColumn<Limit>[] {
  const text = useText()
  const { columns } = text
  const muted = (word: string) => <span className="sl-muted">{word}</span>
  return [
    { key: 'title', title: columns.what, width: 200, isAlwaysShown: true, dataIndex: 'title' },
    {
      key: 'used',
      title: columns.used,
      width: 120,
      align: 'end',
      isAlwaysShown: true,
      render: (_, row) => (row.used === null ? muted(text.unmeasured) : row.write(row.used)),
    },
    {
      key: 'limit',
      title: columns.limit,
      width: 120,
      align: 'end',
      render: (_, row) =>
        row.said ??
        (row.state === 'none' ? muted('–') : row.limit === null ? muted(text.noLimit) : row.write(row.limit)),
    },
    { key: 'share', title: columns.share, width: 160, render: (_, row) => <Share row={row} /> },
    { key: 'state', title: columns.state, width: 140, render: (_, row) => <State row={row} /> },
    { key: 'reason', title: columns.reason, width: 380, render: (_, row) => row.reason },
  ]
}

function Share({ row: { used, limit, state } }: { readonly row: Limit }) {
  const format = useFormat()
  if (used === null || limit === null) return <span className="sl-muted">–</span>
  const share = shareOf(used, limit)
  const tone = state === 'full' ? ({ tone: 'bad' } as const) : state === 'near' ? ({ tone: 'warn' } as const) : {}
  return (
    <span className="pa-share">
      <Bar share={share} {...tone} /> {format.percent(share)}
    </span>
  )
}

function State({ row: { state } }: { readonly row: Limit }) {
  const text = useText()
  if (state === 'full') return <span className="sl-tag sl-tag-bad">{text.full}</span>
  if (state === 'near') return <span className="sl-tag sl-tag-warn">{text.near}</span>
  if (state === 'well' || state === 'open') return <span className="sl-tag sl-tag-good">{text.well}</span>
  return <span className="sl-muted">{state === 'none' ? '–' : text.unmeasured}</span>
}
