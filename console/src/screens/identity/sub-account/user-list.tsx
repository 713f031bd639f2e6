import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { userList } from './pages.ts'
import { useRoles } from './parts/use-roles.ts'
import { useUserColumns } from './parts/use-user-columns.tsx'
import type { SubAccount } from './types.ts'
import { useText } from './use-text.ts'
import './sub-account.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const UserForm = lazyPart(async () => ({ default: (await import('./parts/user-form.tsx')).UserForm }))
const ImportDialog = lazyPart(async () => ({ default: (await import('./parts/import-dialog.tsx')).ImportDialog }))
const AssignDialog = lazyPart(async () => ({ default: (await import('./parts/assign-dialog.tsx')).AssignDialog }))

/** The people of the tenant. */
export default function UserList() {
  const text = useText()
  const [search, setSearch] = userList.useSearch()
  const [edited, setEdited] = useState<SubAccount | 'new' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const [selected, setSelected] = useState<string[]>([])
  const [isAssigning, setAssigning] = useState(false)
  const { page, pageSize } = search
  const query = readQuery(search)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.subAccount.list.query({ query: { ...query, page, pageSize } }),
    ...keepRows,
  })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="user:add" onClick={() => setEdited('new')}>
      {text.create}
    </CanButton>
  )
  const isFiltered = search.keyword !== undefined || search.role !== undefined || search.status !== undefined
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            <CanButton icon={<UploadOutlined />} authority="user:import" onClick={() => setImporting(true)}>
              {text.import}
            </CanButton>
            {create}
          </>
        }
      />
      <DataTable<SubAccount, NonNullable<typeof search.sort>>
        id="sub-accounts"
        label={text.label}
        columns={useUserColumns(setEdited)}
        rowKey={user => user.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(search.sort && { sort: search.sort }) }}
        onPaging={setSearch}
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <CanButton size="small" authority="user:update" onClick={() => setAssigning(true)}>
              {text.assign}
            </CanButton>
          ),
        }}
        isFiltered={isFiltered}
        onClearFilters={() => setSearch({ keyword: undefined, role: undefined, status: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        extra={<ExportButton />}
        toolbar={<Filters />}
      />
      <Suspense>
        {edited !== null && <UserForm {...(edited !== 'new' && { user: edited })} onClose={() => setEdited(null)} />}
        {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
        {isAssigning && (
          <AssignDialog ids={selected} onClose={() => setAssigning(false)} onDone={() => setSelected([])} />
        )}
      </Suspense>
    </>
  )
}

const readQuery = ({ keyword, role, status, sort }: ReturnType<typeof userList.useSearch>[0]) => ({
  ...(keyword !== undefined && { keyword }),
  ...(role !== undefined && { role_id: role }),
  ...(status !== undefined && { status }),
  ...(sort !== undefined && { sort }),
})

function ExportButton() {
  const text = useText()
  const [search] = userList.useSearch()
  const save = useMutation({
    mutationFn: async () => saveFile(await api.subAccount.export({ query: readQuery(search) }), 'sub-accounts.csv'),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <CanButton
      icon={<DownloadOutlined />}
      authority="user:export"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.export}
    </CanButton>
  )
}

function Filters() {
  const text = useText()
  const [search, setSearch] = userList.useSearch()
  const roles = useRoles()
  const states = Object.entries(text.states).map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'role', label: text.role, options: roles },
        { kind: 'select', name: 'status', label: text.status, options: states },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}
