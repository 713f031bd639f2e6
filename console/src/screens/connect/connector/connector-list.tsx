import { PlusOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useStateOptions } from '../../../ui/use-state-options.ts'
import { connectorCreate, connectorList } from './pages.ts'
import { usePlatforms } from './parts/queries.ts'
import { useConnectorColumns } from './parts/use-connector-columns.tsx'
import { type ConnectorTests, useConnectorTests } from './parts/use-connector-tests.ts'
import type { Connector } from './types.ts'
import { useListText } from './use-list-text.ts'
import './connector-list.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few, and the first screen of many.
const LastTest = lazyPart(async () => ({ default: (await import('./parts/last-test.tsx')).LastTest }))
const CopyDialog = lazyPart(async () => ({ default: (await import('./parts/copy-dialog.tsx')).CopyDialog }))
const ConnectorDelete = lazyPart(async () => ({
  default: (await import('./parts/connector-delete.tsx')).ConnectorDelete,
}))

/** All connectors of the tenant; tests run in the rows. */
export default function ConnectorList() {
  const text = useListText().list
  const [search, setSearch] = connectorList.useSearch()
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<readonly string[]>([])
  const [copied, setCopied] = useState<Connector | null>(null)
  const [removed, setRemoved] = useState<Connector | null>(null)
  const tests = useConnectorTests()
  const { data, error, isFetching, refetch } = useConnectors()
  const open = (id: string, isOpen: boolean) =>
    setOpened(known => (isOpen ? [...known.filter(other => other !== id), id] : known.filter(other => other !== id)))
  const test = (row: Connector) => {
    open(row.id, true)
    void tests.run([row.id])
  }
  const columns = useConnectorColumns({ tests, onTest: test, onCopy: setCopied, onRemove: setRemoved })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<CreateButton />} />
      <DataTable
        id="connector-list"
        label={text.label}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={readPaging(search)}
        onPaging={setSearch}
        isFiltered={isFiltered(search)}
        onClearFilters={() =>
          setSearch({ keyword: undefined, platform: undefined, env: undefined, status: undefined, page: 1 })
        }
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={<CreateButton />} />}
        toolbar={<Filters />}
        selection={{ selected, onSelect: setSelected, actions: <BatchTest ids={selected} tests={tests} /> }}
        expandable={{
          columnWidth: 36,
          expandedRowKeys: opened,
          onExpand: (isOpen, row) => open(row.id, isOpen),
          expandedRowRender: row => (
            <Suspense fallback={<Skeleton rows={3} />}>
              <LastTest connector={row} state={tests.states.get(row.id)} onStop={tests.stop} />
            </Suspense>
          ),
          rowExpandable: row => row.last_test !== null || tests.states.has(row.id),
        }}
      />
      {copied && (
        <Suspense>
          <CopyDialog connector={copied} onClose={() => setCopied(null)} />
        </Suspense>
      )}
      {removed && (
        <Suspense>
          <ConnectorDelete connector={removed} onClose={() => setRemoved(null)} />
        </Suspense>
      )}
    </>
  )
}

type Search = ReturnType<typeof connectorList.useSearch>[0]

const readPaging = ({ page, pageSize, sort }: Search) => ({ page, pageSize, ...(sort !== undefined && { sort }) })

const isFiltered = ({ keyword, platform, env, status }: Search): boolean =>
  [keyword, platform, env, status].some(value => value !== undefined)

function useConnectors() {
  const [search] = connectorList.useSearch()
  const language = useLanguage()
  const { keyword, platform, env, status, sort, page, pageSize } = search
  const query = api.connector.list.query({
    query: {
      page,
      pageSize,
      ...(keyword !== undefined && { keyword }),
      ...(platform !== undefined && { platform_id: platform }),
      ...(env !== undefined && { env }),
      ...(status !== undefined && { status }),
      ...(sort !== undefined && { sort }),
    },
  })
  // Platform names and test steps' advice come in the language of the request.
  return useQuery({ ...query, queryKey: [...query.queryKey, language], ...keepRows })
}

function CreateButton() {
  const text = useListText().list
  const navigate = useNavigate()
  return (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="connector:add"
      onClick={() => navigate(connectorCreate.href())}
    >
      {text.create}
    </CanButton>
  )
}

function Filters() {
  const text = useListText().list
  const [search, setSearch] = connectorList.useSearch()
  const platforms = usePlatforms()
  const envs = useStateOptions('env')
  const states = useStateOptions('connector')
  const options = (platforms.data ?? []).map(platform => ({ value: platform.id, label: platform.name }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'platform', label: text.platform, options },
        { kind: 'select', name: 'env', label: text.env, options: envs },
        { kind: 'select', name: 'status', label: text.status, options: states },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

function BatchTest({ ids, tests }: { readonly ids: readonly string[]; readonly tests: ConnectorTests }) {
  const text = useListText().list
  const { progress } = tests
  const start = async () => {
    const { passed, tested } = await tests.run(ids)
    message[passed === ids.length ? 'success' : 'warning'](text.batchDone(passed, tested))
  }
  if (progress === null)
    return (
      <Button size="small" icon={<ThunderboltOutlined />} onClick={() => void start()}>
        {text.batchTest}
      </Button>
    )
  return (
    <>
      <span role="status">{text.batchRunning(progress.done, progress.all)}</span>
      <progress className="cn-batch" max={progress.all} value={progress.done} />
      <Button size="small" onClick={tests.stop}>
        {text.stop}
      </Button>
    </>
  )
}
