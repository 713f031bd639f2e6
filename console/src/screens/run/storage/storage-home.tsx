import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { storageHome, storageTabs } from './pages.ts'
import { ArchiveList } from './parts/archive-list.tsx'
import { IndexList } from './parts/index-list.tsx'
import { JobList } from './parts/job-list.tsx'
import { MaintenanceSection } from './parts/maintenance-section.tsx'
import { StrategyUses } from './parts/strategy-uses.tsx'
import { UsageFigures } from './parts/usage-figures.tsx'
import './storage.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useText } from './use-text.ts'

const RetentionDialog = lazyPart(async () => ({
  default: (await import('./parts/retention-dialog.tsx')).RetentionDialog,
}))

const REFRESH_MS = 5000

/** What the store holds, how long, and what can be done about it. */
export default function StorageHome() {
  const text = useText()
  const [search, setSearch] = storageHome.useSearch()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    ...api.storage.overview.query({}),
    ...keepRows,
    refetchInterval: REFRESH_MS,
  })
  const overview = data?.content
  const tabs = {
    strategies: <StrategyUses overview={overview} />,
    archives: <ArchiveList canArchive={overview?.can_archive ?? true} />,
    jobs: <JobList />,
    indexes: <IndexList overview={overview} />,
  }
  return (
    <>
      <PageHeader
        title={text.title}
        text={text.intro}
        actions={
          <CanButton authority="storage:update" onClick={() => setOpen(true)}>
            {text.maintenance.tenantRule}
          </CanButton>
        }
      />
      {error && !overview && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      <UsageFigures overview={overview} />
      <MaintenanceSection overview={overview} />
      <Tabs
        activeKey={search.tab}
        onChange={tab => setSearch({ tab: storageTabs.find(name => name === tab) ?? 'strategies', page: 1 })}
        destroyOnHidden
        items={storageTabs.map(key => ({ key, label: text.tabs[key], children: tabs[key] }))}
      />
      <Suspense>
        {isOpen && overview && <RetentionDialog overview={overview} strategy={null} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
