import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { livingPicture } from './pages.ts'
import { Stage } from './parts/stage.tsx'
import { StartForm } from './parts/start-form.tsx'
import { TraceList } from './parts/trace-list.tsx'
import { queryOf } from './query-of.ts'
import { useText } from './use-text.ts'
import './lineage.css'

/** The systems and what goes between them, now and in the last 30 days, and where the value of a field goes. */
export default function LivingPicture() {
  const text = useText()
  const [search, setSearch] = livingPicture.useSearch()
  const query = queryOf(search)
  const trace = useQuery({
    ...api.lineage.trace.query({ query: query ?? { field: '-' } }),
    enabled: query !== null,
    ...keepRows,
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  })
  const [frame, setFrame] = useState<number | null>(null)
  const found = query === null || trace.error ? undefined : trace.data?.content
  return (
    <>
      <PageHeader title={text.title} text={text.intro} />
      <Stage trace={found} day={search.day} frame={frame} onFrame={setFrame} onDay={day => setSearch({ day })} />
      <StartForm search={search} setSearch={setSearch} />
      {query !== null && (
        <TraceList
          query={query}
          trace={found}
          error={trace.error}
          isFetching={trace.isFetching}
          onReload={() => void trace.refetch()}
          search={search}
          setSearch={setSearch}
        />
      )}
    </>
  )
}
