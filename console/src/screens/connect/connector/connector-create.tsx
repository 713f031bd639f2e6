import { Steps } from 'antd'
import { Suspense, useState } from 'react'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { connectorCreate, connectorList, createSteps } from './pages.ts'
import { PlatformChoice } from './parts/platform-choice.tsx'
import { usePlatforms } from './parts/queries.ts'
import { useText } from './use-text.ts'
import './connector-list.css'
import './connector.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// The first step is a choice: form and summary are loaded when one is made.
const CreateForm = lazyPart(async () => ({ default: (await import('./parts/create-form.tsx')).CreateForm }))
const CreateDone = lazyPart(async () => ({ default: (await import('./parts/create-done.tsx')).CreateDone }))

/** Five steps to a connector. The address keeps step and platform, the form keeps the rest. */
export default function ConnectorCreate() {
  const text = useText().create
  const [search, setSearch] = connectorCreate.useSearch()
  const { data, error, refetch } = usePlatforms()
  const platform = data?.find(candidate => candidate.id === search.platform)
  const isDone = search.step === 'done' && search.id !== undefined
  // Without a platform there is nothing to fill in: an old link starts over.
  const step = isDone ? 'done' : platform === undefined || search.step === 'done' ? 'platform' : search.step
  const moves = useMoves(step)
  const isAwaited = !isDone && search.platform !== undefined && data === undefined
  return (
    <>
      <PageHeader title={text.title} text={text.intro} backTo={connectorList.href()} />
      <StepBar step={step} />
      {isAwaited && error && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {isAwaited && !error && <Awaited />}
      {!isAwaited && step === 'platform' && (
        <PlatformChoice
          moves={moves}
          chosen={search.platform}
          onChoose={chosen => setSearch({ platform: chosen.id, step: 'basic', id: undefined, params: undefined })}
        />
      )}
      <Suspense fallback={<Awaited />}>
        {/* Stays while another platform is looked at, so that going back loses nothing, not even secrets. */}
        {platform && !isDone && <CreateForm key={platform.id} platform={platform} step={step} moves={moves} />}
        {isDone && search.id !== undefined && <CreateDone id={search.id} moves={moves} />}
      </Suspense>
    </>
  )
}

/** How often the step has changed, by a button, the bar or the browser's own. */
function useMoves(step: Step): number {
  const [seen, setSeen] = useState({ step, moves: 0 })
  if (seen.step !== step) setSeen({ step, moves: seen.moves + 1 })
  return seen.moves
}

function Awaited() {
  return (
    <Section>
      <Skeleton rows={6} hasTitle />
    </Section>
  )
}

type Step = (typeof createSteps)[number]

function StepBar({ step }: { readonly step: Step }) {
  const text = useText().create.steps
  const [, setSearch] = connectorCreate.useSearch()
  const current = createSteps.indexOf(step)
  const items = createSteps.map((name, index) => ({
    title: text[name],
    disabled: index >= current || step === 'done',
    ...(step === 'done' && { status: 'finish' as const }),
  }))
  return (
    <div className="cn-wizard-steps">
      <Steps
        size="small"
        current={current}
        items={items}
        responsive
        onChange={index => setSearch({ step: createSteps[index] ?? 'platform' })}
      />
    </div>
  )
}
