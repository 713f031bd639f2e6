import { ProfileOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useAmount } from '../../../lib/amount.ts'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useWords } from '../../../lib/i18n.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useAccountOptions } from '../recon-account/public.ts'
import { fileStates, importList } from './pages.ts'
import { Progress } from './parts/progress.tsx'
import { isUnderWay, lookWhile } from './parts/queries.ts'
import type { ImportFile } from './types.ts'
import { useText } from './use-text.ts'
import './bill-import.css'

// Opened on demand.
const UploadDialog = lazy(async () => ({ default: (await import('./parts/upload-dialog.tsx')).UploadDialog }))
const ProfileDrawer = lazy(async () => ({ default: (await import('./parts/profile-drawer.tsx')).ProfileDrawer }))
const FileDrawer = lazy(async () => ({ default: (await import('./parts/file-drawer.tsx')).FileDrawer }))

/** Bills as files: what came, what it was read as, whether its lines count. */
export default function ImportList() {
  const text = useText()
  const [search, setSearch] = importList.useSearch()
  const [isUploading, setUploading] = useState(false)
  const [isTaught, setTaught] = useState(false)
  const { account_id, state, file, page, pageSize } = search
  const filter = { ...(account_id !== undefined && { account_id }), ...(state !== undefined && { state }) }
  const query = { page, pageSize, ...filter }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.billImport.list.query({ query }),
    ...keepRows,
    ...lookWhile<{ content: readonly ImportFile[] }>(answer => answer.content.some(isUnderWay)),
  })
  const open = (id: string | undefined) => setSearch({ file: id })
  const upload = (
    <CanButton
      type="primary"
      icon={<UploadOutlined />}
      authority="reconciliation:import"
      onClick={() => setUploading(true)}
    >
      {text.upload}
    </CanButton>
  )
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            <Button icon={<ProfileOutlined />} onClick={() => setTaught(true)}>
              {text.profiles.label}
            </Button>
            {upload}
          </>
        }
      />
      <DataTable
        id="raw-files"
        density="small"
        label={text.label}
        columns={useColumns(open)}
        rowKey={each => each.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={setSearch}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch({ account_id: undefined, state: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={upload} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'select', name: 'account_id', label: text.account, options: useAccountOptions() },
              {
                kind: 'select',
                name: 'state',
                label: text.state,
                options: fileStates.map(value => ({ value, label: text.states[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>
        {isUploading && (
          <UploadDialog
            accountId={account_id}
            onClose={() => setUploading(false)}
            onUploaded={id => {
              setUploading(false)
              open(id)
            }}
          />
        )}
        {isTaught && <ProfileDrawer onClose={() => setTaught(false)} />}
        {file !== undefined && <FileDrawer id={file} onClose={() => open(undefined)} />}
      </Suspense>
    </>
  )
}

function useColumns(open: (id: string) => void): DataColumn<ImportFile>[] {
  const text = useText()
  const { time, number } = useFormat()
  const say = useWords()
  const amount = useAmount()
  const { columns } = text
  const money = (key: 'in' | 'out'): DataColumn<ImportFile> => ({
    key,
    title: columns[key],
    width: 130,
    align: 'end',
    render: (_, file) => <span className="sl-number">{amount(file[key])}</span>,
  })
  return [
    {
      key: 'name',
      title: columns.name,
      width: 260,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, file) => (
        <Button type="link" size="small" onClick={() => open(file.id)}>
          {file.name}
        </Button>
      ),
    },
    { key: 'state', title: columns.state, width: 150, render: (_, file) => <Progress file={file} /> },
    { key: 'account', title: columns.account, width: 150, ellipsis: true, render: (_, file) => file.account_name },
    {
      key: 'format',
      title: columns.format,
      width: 160,
      ellipsis: true,
      render: (_, file) => (file.format_name === null ? '–' : say(file.format_name)),
    },
    {
      key: 'period',
      title: columns.period,
      width: 200,
      render: (_, file) => (file.period_from === null ? '–' : `${file.period_from} – ${file.period_to}`),
    },
    { key: 'rows', title: columns.rows, width: 80, align: 'end', render: (_, file) => number(file.rows_total) },
    money('in'),
    money('out'),
    {
      key: 'duplicate',
      title: columns.duplicate,
      width: 80,
      align: 'end',
      render: (_, file) => number(file.rows_duplicate),
    },
    { key: 'by', title: columns.by, width: 110, ellipsis: true, isHidden: true, render: (_, file) => file.created_by },
    { key: 'at', title: columns.at, width: 170, render: (_, file) => time(file.created_at) },
  ]
}
