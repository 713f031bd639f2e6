import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Tabs, Tag } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type detailTabs, mappingDetail, mappingList } from './pages.ts'
import { MapActions } from './parts/map-actions.tsx'
import type { ValueMap } from './types.ts'
import { useText } from './use-text.ts'
import './mapping.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// A tab is loaded when it is opened.
const LinesTab = lazyPart(async () => ({ default: (await import('./parts/lines-tab.tsx')).LinesTab }))
const MissesTab = lazyPart(async () => ({ default: (await import('./parts/misses-tab.tsx')).MissesTab }))
const ReferencesTab = lazyPart(async () => ({ default: (await import('./parts/references-tab.tsx')).ReferencesTab }))
const ChangesTab = lazyPart(async () => ({ default: (await import('./parts/changes-tab.tsx')).ChangesTab }))

/** One value map: its lines, what it lacked, who looks it up, and how it came to be. */
export default function MappingDetail() {
  const text = useText()
  const navigate = useNavigate()
  const params = mappingDetail.useParams()
  const { data, error, refetch } = useQuery(api.mapping.get.query({ params }))
  if (data) return <Detail map={data.content} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(mappingList.href())}>{text.back}</Button>}
      />
    )
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={8} hasTitle />
    </Section>
  )
}

function Detail({ map }: { readonly map: ValueMap }) {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = mappingDetail.useSearch()
  const tabs: Record<(typeof detailTabs)[number], () => ReactNode> = {
    lines: () => <LinesTab map={map} />,
    misses: () => <MissesTab map={map} />,
    references: () => <ReferencesTab mapId={map.id} />,
    changes: () => <ChangesTab mapId={map.id} />,
  }
  const sides = `${map.a_platform_name || text.anyPlatform} → ${map.b_platform_name || text.anyPlatform}`
  return (
    <>
      <PageHeader
        backTo={mappingList.href()}
        title={map.name}
        tags={
          <>
            <Tag>{text.version(map.version)}</Tag>
            <Tag>{text.rules[map.on_miss]}</Tag>
            {!map.case_sensitive && <Tag>{text.rules.loose}</Tag>}
            {map.trim && <Tag>{text.rules.trim}</Tag>}
          </>
        }
        text={map.remark === '' ? sides : `${sides} · ${map.remark}`}
        actions={
          <MapActions map={map} place="head" onRemoved={() => navigate(mappingList.href(), { replace: true })} />
        }
      />
      <Tabs
        activeKey={search.tab}
        // Only the tabs' own names come here.
        onChange={tab =>
          setSearch({ tab: tab as (typeof detailTabs)[number], keyword: undefined, only: undefined, page: 1 })
        }
        items={Object.entries(tabs).map(([key, render]) => ({
          key,
          label: (
            <>
              {text.tabs[key as keyof typeof tabs] /* keys of `tabs` */}{' '}
              {key === 'misses' && <Badge count={map.miss_count} size="small" />}
            </>
          ),
          children: search.tab === key && <Suspense fallback={<Skeleton rows={6} />}>{render()}</Suspense>,
        }))}
      />
    </>
  )
}
