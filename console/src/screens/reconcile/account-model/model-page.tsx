import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/drafts.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { listCurrencies } from './model.ts'
import { accountModelPage } from './pages.ts'
import { ModelActions } from './parts/model-actions.tsx'
import { RateList } from './parts/rate-list.tsx'
import { RuleList } from './parts/rule-list.tsx'
import { TestPanel } from './parts/test-panel.tsx'
import { VersionList } from './parts/version-list.tsx'
import type { AccountModel, ModelConfig } from './types.ts'
import { useText } from './use-text.ts'
import { useTrial } from './use-trial.ts'
import './account-model.css'

const Proposals = lazyPart(async () => ({ default: (await import('./parts/proposals.tsx')).Proposals }))

/** By which rules an account is matched: changed as a draft, tried on real lines, published. */
export default function ModelPage() {
  const { id } = accountModelPage.useParams()
  const { data, error, refetch } = useQuery(api.accountModel.get.query({ params: { id } }))
  if (error && !data) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  const { content } = data
  // What was saved or published elsewhere begins anew.
  const key = JSON.stringify([content.versions.map(({ version, status }) => [version, status]), content.draft])
  return <Model key={key} model={content} />
}

const aboutOf = (accountId: string) => `accountModel/${accountId}`

function Model({ model }: { readonly model: AccountModel }) {
  const text = useText()
  const saved = model.draft ?? model.current
  const edited = useDraftState<ModelConfig>(aboutOf(model.account_id), saved)
  const hasFlow = model.flows.length > 0
  const trial = useTrial(model.account_id, edited.value, hasFlow)
  const isDirty = JSON.stringify(edited.value) !== JSON.stringify(saved)
  return (
    <>
      <PageHeader
        title={text.title(model.account_name)}
        text={model.flows.length === 0 ? text.noFlow : text.flows(model.flows.map(({ name }) => name))}
        actions={
          <ModelActions
            model={model}
            config={edited.value}
            isDirty={isDirty}
            about={aboutOf(model.account_id)}
            onReset={() => edited.set(saved)}
          />
        }
      />
      {hasFlow && (
        <Suspense>
          <Proposals model={model} />
        </Suspense>
      )}
      <div className="rm-columns">
        <TestPanel trial={trial} config={edited.value} hasFlow={hasFlow} />
        <Section title={text.rules.title} text={text.rules.intro}>
          <RuleList
            model={model}
            config={edited.value}
            currencies={listCurrencies(trial.data?.content.currencies, model.currency)}
            onChange={edited.set}
          />
        </Section>
      </div>
      <Section title={text.rates.title} text={text.rates.intro}>
        <RateList config={edited.value} onChange={edited.set} />
      </Section>
      <Section title={text.versions.title}>
        <VersionList model={model} config={edited.value} onTake={edited.set} />
      </Section>
    </>
  )
}
