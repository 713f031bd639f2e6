import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Steps } from 'antd'
import { Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { queryClient } from '../../../lib/query.ts'
import { useTenantTimeZone } from '../../../lib/session.ts'
import { Held } from '../../../ui/held.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useBegunFrom } from './create/use-begun-from.ts'
import { newDraft, pruneMapping, toConfig, toSourceConfig, toTargetConfig } from './model.ts'
import { strategyDetail, strategyList } from './pages.ts'
import { FormRow } from './parts/form-row.tsx'
import { TagsField } from './parts/tags-field.tsx'
import './list.css'
import './strategy.css'
import { dropDraft, readDraft, useKeptDraft } from '../../../lib/drafts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { findIdentity, lacksIdentity, nameOfSource, rowFieldsOf, useResource } from './parts/use-choices.ts'
import { mapMade } from './studio/begin-mapping.ts'
import { useListText } from './texts/use-list-text.ts'
import { useText } from './texts/use-text.ts'
import type { Draft } from './types.ts'

// A step's form is loaded when its step is near: the page opens with a name to type.
const loadSource = () => import('./look/source-page.tsx')
const loadTarget = () => import('./look/target-page.tsx')
const loadMapping = () => import('./studio/mapping-studio.tsx')
const loadSchedule = () => import('./form/schedule-form.tsx')
const SourcePage = lazyPart(async () => ({ default: (await loadSource()).SourcePage }))
const TargetPage = lazyPart(async () => ({ default: (await loadTarget()).TargetPage }))
const MappingStudio = lazyPart(async () => ({ default: (await loadMapping()).MappingStudio }))
const StrategySummary = lazyPart(async () => ({
  default: (await import('./create/strategy-summary.tsx')).StrategySummary,
}))
const RestoredNote = lazyPart(async () => ({
  default: (await import('../../../ui/restored-note.tsx')).RestoredNote,
}))
const ScheduleForm = lazyPart(async () => ({ default: (await loadSchedule()).ScheduleForm }))
const TemplateDialog = lazyPart(async () => ({
  default: (await import('./template/template-dialog.tsx')).TemplateDialog,
}))
const QuoteDialog = lazyPart(async () => ({ default: (await import('./create/quote-dialog.tsx')).QuoteDialog }))
const ImportDialog = lazyPart(async () => ({ default: (await import('./create/import-dialog.tsx')).ImportDialog }))
const nextForm = [loadSource, loadTarget, loadMapping, loadSchedule]

const ABOUT = 'strategy/new'
const stepNames = ['basic', 'source', 'target', 'mapping', 'schedule'] as const

interface Kept {
  readonly draft: Draft
  readonly step: number
}

/** A new strategy in five steps. What is entered is kept until it is saved or discarded. */
export default function StrategyCreate() {
  const text = useText()
  const words = useListText()
  const navigate = useNavigate()
  const zone = useTenantTimeZone()
  const [restored] = useState(() => readDraft<Kept>(ABOUT))
  const kept = restored?.value
  const [draft, setDraft] = useState<Draft>(() => kept?.draft ?? newDraft(zone))
  const [step, setStep] = useState(kept?.step ?? 0)
  const [restoredAt, setRestoredAt] = useState(restored?.at ?? null)
  const [showProblems, setShowProblems] = useState(false)
  const [isBusy, setBusy] = useState(false)
  /** A step to go to with what the form holds by then. */
  const [wanted, setWanted] = useState<number | null>(null)
  const [opened, setOpened] = useState<'template' | 'quote' | 'import' | null>(null)
  const isBegun = draft.name !== '' || draft.source.connector_id !== null
  useKeptDraft(ABOUT, isBegun ? { draft, step } : null)
  useEffect(() => void nextForm[step]?.().catch(() => undefined), [step]) // a failure shows when the step is opened
  const patch = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const beginAgain = useBegunFrom(draft, patch)
  const proceed = (known: Draft, to: number) => {
    const isReady = stepNames.slice(0, to).every((_, index) => isComplete(known, index))
    setDraft(known)
    setShowProblems(!isReady)
    // Who goes on has seen what was restored.
    if (isReady) setRestoredAt(null)
    if (isReady) setStep(to)
    else void message.warning(text.steps.incomplete)
  }
  const go = async (to: number) => {
    if (!lacksIdentity(draft.source)) return proceed(draft, to)
    setBusy(true)
    const source = await findIdentity(draft.source)
    setBusy(false)
    proceed({ ...draft, source }, to)
  }
  const goWanted = useEffectEvent((to: number) => {
    setWanted(null)
    void go(to)
  })
  useEffect(() => {
    if (wanted !== null) goWanted(wanted)
  }, [wanted])
  /**
   * A field takes what was typed when it is left, and the form then grows: the pressed button would be gone from under the
   * pointer. So the press leaves the field only when it is over, and goes on with what was taken.
   */
  const leaveTo = (to: number) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setWanted(to)
  }
  const restart = () => {
    setDraft(newDraft(zone))
    beginAgain()
    setStep(0)
    setShowProblems(false)
    setRestoredAt(null)
  }
  const save = async (runNow: boolean) => {
    const config = toConfig(draft)
    if (config === null) return void go(stepNames.length)
    setBusy(true)
    try {
      const body = {
        name: draft.name.trim(),
        group: draft.group,
        remark: draft.remark,
        tags: [...draft.tags],
        config: { ...config, mapping: pruneMapping(config.mapping) },
      }
      const { content } = await api.strategy.create({ body })
      dropDraft(ABOUT)
      if (runNow) await api.strategy.runNow({ params: { id: content.id }, body: {} })
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      navigate(strategyDetail.href({ params: { id: content.id } }), { replace: true })
    } catch (error) {
      void message.error(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const isLast = step === stepNames.length - 1
  return (
    <>
      <PageHeader
        title={words.create}
        backTo={strategyList.href()}
        actions={
          <>
            <Button onClick={() => setOpened('template')}>{words.template}</Button>
            <Button onClick={() => setOpened('quote')}>{words.quote}</Button>
            <Button onClick={() => setOpened('import')}>{words.import}</Button>
            <Button onClick={restart}>{text.steps.discard}</Button>
          </>
        }
      />
      {restoredAt !== null && (
        <Suspense>
          <RestoredNote isNew typed={{ restoredAt, discard: restart }} />
        </Suspense>
      )}
      <Suspense>
        {opened === 'template' && (
          <TemplateDialog
            onClose={() => setOpened(null)}
            onUse={begun => {
              setDraft(begun)
              setStep(0)
              setShowProblems(false)
              setOpened(null)
            }}
          />
        )}
        {opened === 'quote' && <QuoteDialog onClose={() => setOpened(null)} />}
        {opened === 'import' && <ImportDialog onClose={() => setOpened(null)} />}
      </Suspense>
      <Section>
        <Held isHeld={isBusy}>
          <Steps
            className="st-wizard-steps"
            size="small"
            current={step}
            onChange={to => void go(to)}
            items={stepNames.map(name => ({ title: text.steps[name] }))}
          />
          <Suspense fallback={<Skeleton rows={6} />}>
            <StepBody
              step={step}
              draft={draft}
              showProblems={showProblems}
              onChange={patch}
              onNext={() => leaveTo(step + 1)}
            />
          </Suspense>
        </Held>
        <div className="st-wizard-foot">
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{text.steps.back}</Button>}
          {!isLast && (
            <Button
              type="primary"
              loading={isBusy}
              onMouseDown={event => event.preventDefault()}
              onClick={() => leaveTo(step + 1)}
            >
              {text.steps.next}
            </Button>
          )}
          {isLast && (
            <>
              <Button loading={isBusy} onClick={() => void save(false)}>
                {text.steps.save}
              </Button>
              <Button type="primary" loading={isBusy} onClick={() => void save(true)}>
                {text.steps.saveAndRun}
              </Button>
            </>
          )}
        </div>
      </Section>
    </>
  )
}

function isComplete(draft: Draft, step: number): boolean {
  if (step === 0) return draft.name.trim() !== ''
  if (step === 1) return toSourceConfig(draft.source) !== null
  return step !== 2 || toTargetConfig(draft.target) !== null
}

interface StepProps {
  readonly step: number
  readonly draft: Draft
  readonly showProblems: boolean
  onChange(patch: Partial<Draft>): void
  onNext(): void
}

function StepBody({ step, draft, showProblems, onChange, onNext }: StepProps) {
  const source = useResource(draft.source)
  const sourceFields = rowFieldsOf(source.data?.content, draft.source)
  const name = stepNames[step]
  if (name === 'basic')
    return <BasicForm draft={draft} showProblems={showProblems} onChange={onChange} onNext={onNext} />
  if (name === 'source')
    return <SourcePage draft={draft.source} showProblems={showProblems} onChange={next => onChange({ source: next })} />
  if (name === 'target')
    return (
      <TargetPage
        source={draft.source}
        draft={draft.target}
        showProblems={showProblems}
        sourceFields={sourceFields}
        sourceKey={draft.source.key}
        sourceName={nameOfSource(draft.source, source.data?.content)}
        onMade={(target, table) => onChange({ target, ...mapMade({ ...draft, target }, table) })}
        onChange={target => onChange({ target })}
      />
    )
  if (name === 'mapping')
    return <MappingStudio draft={draft} onChange={(mapping, begun) => onChange({ mapping, ...(begun && { begun }) })} />
  const config = toConfig({ ...draft, mapping: pruneMapping(draft.mapping) })
  const leaveOut = (names: readonly string[]) =>
    onChange({ mapping: { ...draft.mapping, leftOut: [...(draft.mapping.leftOut ?? []), ...names] } })
  return (
    <div className="st-last-step">
      <ScheduleForm schedule={draft.schedule} retry={draft.retry} onChange={onChange} />
      {config && <StrategySummary config={config} onLeaveOut={leaveOut} />}
    </div>
  )
}

function BasicForm({ draft, showProblems, onChange, onNext }: Omit<StepProps, 'step'>) {
  const text = useText().basic
  const ids = { name: useId(), group: useId(), tags: useId(), remark: useId() }
  const { data } = useQuery(api.strategy.groups.query())
  return (
    <Form layout="vertical" component="div" className="st-form">
      <FormRow
        isRequired
        label={text.name}
        htmlFor={ids.name}
        problem={showProblems && draft.name.trim() === '' ? text.nameRequired : undefined}
      >
        <Input
          id={ids.name}
          maxLength={100}
          placeholder={text.nameHint}
          value={draft.name}
          onChange={event => onChange({ name: event.target.value })}
          onPressEnter={onNext}
        />
      </FormRow>
      <FormRow label={text.group} htmlFor={ids.group}>
        <Select
          id={ids.group}
          mode="tags"
          maxCount={1}
          placeholder={text.groupHint}
          value={draft.group === '' ? [] : [draft.group]}
          options={(data?.content ?? []).map(group => ({ value: group, label: group }))}
          onChange={(groups: string[]) => onChange({ group: groups.at(-1) ?? '' })}
        />
      </FormRow>
      <FormRow label={text.tags} htmlFor={ids.tags}>
        <TagsField id={ids.tags} value={draft.tags} onChange={tags => onChange({ tags })} />
      </FormRow>
      <FormRow label={text.remark} htmlFor={ids.remark}>
        <Input.TextArea
          id={ids.remark}
          maxLength={1000}
          rows={3}
          value={draft.remark}
          onChange={event => onChange({ remark: event.target.value })}
        />
      </FormRow>
    </Form>
  )
}
