import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Select, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { dataDetail } from '../pages.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { RecordDifference, Rehearsal } from './rehearsal.ts'
import { Value } from './value.tsx'

type Kind = RecordDifference['kind']
const LISTED: readonly Kind[] = ['changed', 'refused', 'accepted', 'filtered', 'unclear']

/** Records that would be written otherwise, each field with what was and what would be. */
export function DifferenceList({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const all = usePublishText()
  const text = all.differences
  const format = useFormat()
  const [kind, setKind] = useState<Kind | null>(null)
  const [field, setField] = useState<string | null>(null)
  const [paging, setPaging] = useState({ page: 1, pageSize: 10 })
  const filter = { ...(kind !== null && { kind }), ...(field !== null && { field }) }
  const params = { id: rehearsal.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategyPublish.differences.query({ params, body: { ...filter, ...paging } }),
    ...keepRows,
  })
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await api.strategyPublish.export({ params, body: filter }), `rehearsal-${rehearsal.revision}.csv`),
    onError: error => void message.error(describeError(error).message),
  })
  const { kinds, kept } = rehearsal
  const different = LISTED.reduce((sum, each) => sum + kinds[each], 0)
  const names = [...new Set([...rehearsal.fields, ...rehearsal.causes].map(each => each.field))]
  return (
    <>
      <h3>{text.title}</h3>
      {different > kept && <p className="sl-muted">{text.kept(format.number(kept))}</p>}
      <DataTable
        id="rehearsal-differences"
        label={text.title}
        columns={useColumns(rehearsal)}
        rowKey={row => row.record_id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={paging}
        onPaging={patch => setPaging({ ...paging, ...patch })}
        isFiltered={kind !== null || field !== null}
        onClearFilters={() => {
          setKind(null)
          setField(null)
        }}
        expandable={{
          expandedRowRender: row => <Sides row={row} isToday={rehearsal.compares !== null} />,
          defaultExpandedRowKeys: [],
        }}
        toolbar={
          <>
            <Select
              className="st-rehearsal-filter"
              aria-label={text.kind}
              value={kind ?? ''}
              options={[
                { value: '', label: text.allKinds },
                ...LISTED.filter(each => kinds[each] > 0).map(value => ({ value, label: all.rehearsal.kinds[value] })),
              ]}
              onChange={value => {
                setKind(LISTED.find(each => each === value) ?? null)
                setPaging({ ...paging, page: 1 })
              }}
            />
            <Select
              className="st-rehearsal-filter"
              aria-label={text.fields}
              showSearch
              value={field ?? ''}
              options={[{ value: '', label: text.allFields }, ...names.map(value => ({ value, label: value }))]}
              onChange={value => {
                setField(value === '' ? null : value)
                setPaging({ ...paging, page: 1 })
              }}
            />
          </>
        }
        extra={
          <CanButton
            icon={<DownloadOutlined />}
            authority="strategy:export"
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {text.export}
          </CanButton>
        }
      />
    </>
  )
}

function useColumns({ strategy_id }: Rehearsal): DataColumn<RecordDifference>[] {
  const all = usePublishText()
  const text = all.differences
  return [
    {
      key: 'key',
      title: text.key,
      width: 180,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => (
        <Link to={dataDetail.href({ params: { strategy: strategy_id, id: row.record_id } })}>{row.key}</Link>
      ),
    },
    { key: 'number', title: text.number, width: 160, ellipsis: true, render: (_, row) => row.number ?? '–' },
    { key: 'kind', title: text.kind, width: 120, render: (_, row) => all.rehearsal.kinds[row.kind] },
    { key: 'version', title: text.version, width: 120, render: (_, row) => row.version },
    {
      key: 'fields',
      title: text.fields,
      width: 320,
      ellipsis: true,
      render: (_, row) => [...row.fields, ...row.problems].map(({ field }) => field).join(', '),
    },
  ]
}

/** The fields of one record side by side, and why it is refused, or was. */
function Sides({ row, isToday }: { readonly row: RecordDifference; readonly isToday: boolean }) {
  const text = usePublishText()
  const { field, reason } = text.rehearsal
  const { before, after, today, afterwards } = text.differences
  return (
    <>
      {row.fields.length > 0 && (
        <Table
          aria-label={row.key}
          size="small"
          rowKey="field"
          dataSource={[...row.fields]}
          pagination={false}
          columns={[
            { title: field, dataIndex: 'field' },
            {
              title: isToday ? today : before,
              dataIndex: 'before',
              render: (value: string | null) => <Value text={value} />,
            },
            {
              title: isToday ? afterwards : after,
              dataIndex: 'after',
              render: (value: string | null) => <Value text={value} />,
            },
          ]}
        />
      )}
      {row.problems.length > 0 && (
        <ul className="st-problems" aria-label={reason}>
          {row.problems.map(problem => (
            // The sentence begins with the field.
            <li key={`${problem.field} ${problem.message}`}>{problem.message}</li>
          ))}
        </ul>
      )}
    </>
  )
}
