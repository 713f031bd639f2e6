import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { nameField, nameMetric } from '../model.ts'
import { reportEdit } from '../pages.ts'
import type { Report } from '../types.ts'
import { useText } from '../use-text.ts'
import { isOpen, ReportState } from './report-state.tsx'
import { useReportActs } from './use-report-acts.ts'

/** The columns of the list of reports. */
export function useReportColumns(): DataColumn<Report>[] {
  const text = useText()
  const format = useFormat()
  const { columns, design } = text
  return [
    {
      key: 'name',
      title: columns.name,
      width: 220,
      isAlwaysShown: true,
      sortKey: 'name',
      render: (_, row) => (
        <>
          <Link to={reportEdit.href({ params: { strategy: row.strategy_id, id: row.id } })}>{row.name}</Link>{' '}
          {row.is_shared && <span className="sl-tag">{text.shared}</span>}
        </>
      ),
    },
    {
      key: 'groups',
      title: columns.groups,
      width: 150,
      render: (_, row) => format.list(row.definition.group_by.map(({ field }) => nameField(field, design))) || '–',
    },
    {
      key: 'metrics',
      title: columns.metrics,
      width: 150,
      render: (_, row) => format.list(row.definition.metrics.map(metric => nameMetric(metric, design))),
    },
    { key: 'state', title: columns.state, width: 150, render: (_, row) => <ReportState report={row} /> },
    { key: 'computed', title: columns.computed, width: 170, render: (_, row) => format.time(row.computed_at) },
    { key: 'owner', title: columns.owner, width: 110, ellipsis: true, dataIndex: 'owner' },
    {
      key: 'updated',
      title: columns.updated,
      width: 170,
      isHidden: true,
      sortKey: 'updated_at',
      render: (_, row) => format.time(row.updated_at),
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 190,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <RowActions report={row} />,
    },
  ]
}

function RowActions({ report }: { readonly report: Report }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const acts = useReportActs(report, () => setAsking(false))
  const look = { type: 'link', size: 'small', authority: 'strategy:query' } as const
  const params = { id: report.id }
  return (
    <span className="sl-row-actions">
      {isOpen(report) ? (
        <CanButton {...look} loading={acts.cancel.isPending} onClick={() => acts.cancel.mutate({ params })}>
          {text.cancel}
        </CanButton>
      ) : (
        <CanButton {...look} loading={acts.compute.isPending} onClick={() => acts.compute.mutate({ params })}>
          {text.compute}
        </CanButton>
      )}
      <CanButton {...look} loading={acts.copy.isPending} onClick={() => acts.copy.mutate({ params })}>
        {text.copy}
      </CanButton>
      {report.is_own && (
        <CanButton {...look} danger onClick={() => setAsking(true)}>
          {text.remove}
        </CanButton>
      )}
      <ConfirmDanger
        open={isAsking}
        title={text.removeTitle(report.name)}
        text={text.removeText}
        action={text.remove}
        isBusy={acts.remove.isPending}
        onConfirm={() => acts.remove.mutate({ params })}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}
