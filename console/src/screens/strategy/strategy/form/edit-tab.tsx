import { ApiError } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { isStale } from '../../../../lib/read-stale.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useSaveCheck } from '../callers/use-save-check.tsx'
import { SourcePage } from '../look/source-page.tsx'
import { MeanwhileNote } from '../merge/meanwhile-note.tsx'
import { type Editing, toSavedConfig } from '../merge/use-editing.ts'
import { MappingStudio } from '../studio/mapping-studio.tsx'
import { usePublishText } from '../texts/use-publish-text.ts'
import { useText } from '../texts/use-text.ts'
import type { Draft, Strategy } from '../types.ts'
import { DraftNote } from './draft-note.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { TargetLine } from './target-line.tsx'

// Seldom needed.
const CompareChange = lazyPart(async () => ({ default: (await import('../edition/compare-change.tsx')).CompareChange }))
const MergeDialog = lazyPart(async () => ({ default: (await import('../merge/merge-dialog.tsx')).MergeDialog }))
// Only what uses an API asset can be kept as one.
const KeepAsset = lazyPart(async () => ({ default: (await import('./keep-asset.tsx')).KeepAsset }))

export interface EditTabProps {
  readonly part: 'source' | 'target' | 'schedule'
  readonly strategy: Strategy
  /** All parts are changed together: what is typed here is still there after a look at another tab. */
  readonly editing: Editing
}

/** One part of the configuration, saved as a new version; behind a gate, as the draft. */
export function EditTab({ part, strategy, editing }: EditTabProps) {
  const text = useText()
  const { base, draft, isDirty, newer, change } = editing
  const [isMerging, setMerging] = useState(false)
  const [showProblems, setShowProblems] = useState(false)
  const tellSaved = useTellSaved(editing)
  const save = useSave(editing, tellSaved, () => setMerging(true))
  const check = useSaveCheck(base)
  const submit = () => {
    const config = toSavedConfig(draft)
    setShowProblems(config === null)
    if (newer) setMerging(true)
    else if (part === 'schedule' || config === null) save.mutate(draft)
    else void check.submit(config, () => save.mutate(draft))
  }
  return (
    <Section>
      <DraftNote strategy={strategy} />
      {newer && <MeanwhileNote base={base} newer={newer} onMerge={() => setMerging(true)} />}
      <PartForm
        key={editing.turn}
        part={part}
        strategyId={strategy.id}
        guarantee={strategy.guarantee}
        draft={draft}
        showProblems={showProblems}
        // Of what is there by then: the forms around the one that is typed into need not be drawn anew.
        onChange={patch => change(before => ({ ...before, ...patch }))}
      />
      <div className="st-wizard-foot">
        {part !== 'schedule' && !isDirty && strategy.config[part].resource.startsWith('asset:') && (
          <Suspense>
            <KeepAsset strategy={strategy} kind={part} />
          </Suspense>
        )}
        {isDirty && part !== 'schedule' && (
          <Suspense>
            <CompareChange base={base} config={toSavedConfig(draft)} />
          </Suspense>
        )}
        {isDirty && <span className="st-unsaved">{text.detail.changed}</span>}
        <Button disabled={!isDirty} onClick={() => editing.begin(strategy)}>
          {text.detail.reset}
        </Button>
        <CanButton
          type="primary"
          authority="strategy:update"
          loading={save.isPending || check.isChecking}
          onClick={submit}
        >
          {text.detail.save}
        </CanButton>
      </div>
      {check.question}
      {isMerging && newer && (
        <Suspense>
          <MergeDialog
            editing={editing}
            newer={newer}
            onClose={() => setMerging(false)}
            onSaved={saved => {
              setMerging(false)
              tellSaved(saved)
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}

function useTellSaved({ base, begin }: Editing) {
  const text = useText()
  const { savedDraft } = usePublishText()
  return (saved: Strategy, sent?: Draft) => {
    const { draft: next } = saved.gate
    const isKept = next !== null && next.revision !== base.gate.draft?.revision
    void message.success(isKept ? savedDraft(next.revision) : text.detail.saved(saved.version))
    begin(saved, sent)
    void queryClient.invalidateQueries({ queryKey: ['strategy'] })
    void queryClient.invalidateQueries({ queryKey: ['strategyVersion'] })
  }
}

function useSave({ base }: Editing, onSaved: (strategy: Strategy, sent: Draft) => void, onLate: () => void) {
  const text = useText()
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const config = toSavedConfig(draft)
      if (config === null) throw new Error(text.steps.incomplete)
      const waiting = base.gate.draft
      const body = { version: base.version, config, ...(waiting && { draft: waiting.revision }) }
      return (await api.strategy.update({ params: { id: base.id }, body })).content
    },
    onSuccess: onSaved,
    async onError(error) {
      if (!isLate(error)) return void message.error(describeError(error).message)
      // What was saved meanwhile is what there is to merge with.
      await queryClient.invalidateQueries({ queryKey: api.strategy.get.key() })
      onLate()
    },
  })
}

/** Another version is published, or a draft waits of which nothing was known here. */
const isLate = (error: unknown): boolean =>
  isStale(error) || (error instanceof ApiError && error.body?.code === 'conflict.draft')

interface PartFormProps {
  readonly part: EditTabProps['part']
  readonly strategyId: string
  readonly guarantee: Strategy['guarantee']
  readonly draft: Draft
  readonly showProblems: boolean
  onChange(patch: Partial<Draft>): void
}

function PartForm({ part, strategyId, guarantee, draft, showProblems, onChange }: PartFormProps) {
  if (part === 'source')
    return (
      <SourcePage
        draft={draft.source}
        showProblems={showProblems}
        mapping={draft.mapping}
        onChange={next => onChange({ source: next })}
      />
    )
  if (part === 'schedule')
    return (
      <div className="st-form">
        <ScheduleForm schedule={draft.schedule} retry={draft.retry} strategyId={strategyId} onChange={onChange} />
      </div>
    )
  return (
    <>
      <TargetLine
        strategyId={strategyId}
        guarantee={guarantee}
        draft={draft}
        showProblems={showProblems}
        onChange={target => onChange({ target })}
      />
      <MappingStudio draft={draft} strategyId={strategyId} onChange={mapping => onChange({ mapping })} />
    </>
  )
}
