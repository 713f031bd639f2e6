import { LinkOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { flowIndex } from './pages.ts'
import { Cards } from './parts/cards.tsx'
import { EntryTable } from './parts/entry-table.tsx'
import { FlowBar } from './parts/flow-bar.tsx'
import { useFlows } from './parts/queries.ts'
import { RunBar } from './parts/run-bar.tsx'
import type { Flow, Search } from './types.ts'
import { useText } from './use-text.ts'
import './flow.css'

// Opened on demand.
const FlowForm = lazy(async () => ({ default: (await import('./parts/flow-form.tsx')).FlowForm }))
const MatchDrawer = lazy(async () => ({ default: (await import('./parts/match-drawer.tsx')).MatchDrawer }))

/** Bills and documents side by side: what agrees, what is proposed, and what waits for a person. */
export default function FlowIndex(): ReactNode {
  const text = useText()
  const [search, setSearch] = flowIndex.useSearch()
  const { flows, error, retry } = useFlows()
  const [form, setForm] = useState<'new' | 'change' | null>(null)
  const flow = flows?.find(({ id }) => id === search.flow) ?? flows?.[0]
  const create = (
    <CanButton icon={<PlusOutlined />} authority="reconciliation:add" onClick={() => setForm('new')}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <>
            {create}
            {flow && (
              <CanButton icon={<SettingOutlined />} authority="reconciliation:update" onClick={() => setForm('change')}>
                {text.change}
              </CanButton>
            )}
          </>
        }
      />
      {error ? <ErrorBlock error={error} onRetry={retry} /> : flows === undefined && <Skeleton rows={6} />}
      {flows?.length === 0 && <Empty title={text.none} text={text.noneText} action={create} />}
      {flow && <OneFlow flow={flow} flows={flows ?? []} search={search} setSearch={setSearch} />}
      {form !== null && (
        <Suspense>
          <FlowForm
            {...(form === 'change' && flow && { flow })}
            onDone={id => setSearch({ flow: id })}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface Props {
  readonly flow: Flow
  readonly flows: readonly Flow[]
  readonly search: Search
  setSearch(patch: Partial<Search>): void
}

function OneFlow({ flow, flows, search, setSearch }: Props) {
  const text = useText()
  const [isMatching, setMatching] = useState(false)
  return (
    <>
      <FlowBar flow={flow} flows={flows} search={search} onChange={setSearch} />
      <RunBar flow={flow} search={search}>
        <Button icon={<LinkOutlined />} onClick={() => setMatching(true)}>
          {text.match.open}
        </Button>
      </RunBar>
      <Cards flowId={flow.id} search={search} />
      <EntryTable key={flow.id} flow={flow} search={search} onChange={setSearch} />
      {isMatching && (
        <Suspense>
          <MatchDrawer flowId={flow.id} lines={[]} onClose={() => setMatching(false)} />
        </Suspense>
      )}
    </>
  )
}
