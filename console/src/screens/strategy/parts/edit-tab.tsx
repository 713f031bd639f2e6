import { ApiError } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { queryClient } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { Section } from '../../../ui/section.tsx'
import { pruneMapping, toConfig, toDraft } from '../model.ts'
import { MappingStudio } from '../studio/mapping-studio.tsx'
import type { Draft, Strategy } from '../types.ts'
import { fieldsOf, useResource } from '../use-choices.ts'
import { usePublishText } from '../use-publish-text.ts'
import { useText } from '../use-text.ts'
import { DraftNote } from './draft-note.tsx'
import { GuaranteeNote } from './guarantee-note.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { SourceForm } from './source-form.tsx'
import { TargetForm } from './target-form.tsx'
import { WriteBackForm } from './write-back-form.tsx'

// Only what uses an API asset can be kept as one.
const KeepAsset = lazy(async () => ({ default: (await import('./keep-asset.tsx')).KeepAsset }))

export interface EditTabProps {
  readonly part: 'source' | 'target' | 'schedule'
  readonly strategy: Strategy
}

/** One part of the configuration, saved as a new version; behind a gate, as the draft. */
export function EditTab({ part, strategy }: EditTabProps) {
  const text = useText()
  const { savedDraft } = usePublishText()
  const waiting = strategy.gate.draft
  const [saved] = useState(() => toDraft(strategy))
  const [draft, setDraft] = useState(saved)
  const [showProblems, setShowProblems] = useState(false)
  const isChanged =
    JSON.stringify({ ...draft, mapping: pruneMapping(draft.mapping) }) !==
    JSON.stringify({ ...saved, mapping: pruneMapping(saved.mapping) })
  const save = useMutation({
    mutationFn: async () => {
      const config = toConfig(draft)
      if (config === null) throw new Error(text.steps.incomplete)
      const { name, group, remark } = draft
      const body = {
        name,
        group,
        remark,
        version: strategy.version,
        ...(waiting && { draft: waiting.revision }),
        config: { ...config, mapping: pruneMapping(config.mapping) },
      }
      return api.strategy.update({ params: { id: strategy.id }, body })
    },
    onSuccess({ content }) {
      const { draft: next } = content.gate
      const isKept = next !== null && next.revision !== waiting?.revision
      void message.success(isKept ? savedDraft(next.revision) : text.detail.saved(content.version))
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
    },
    onError(error) {
      setShowProblems(true)
      const isConflict = error instanceof ApiError && error.body?.code === 'conflict.version'
      void message.error(isConflict ? text.detail.conflict : describeError(error).message)
    },
  })
  return (
    <Section>
      <DraftNote strategy={strategy} />
      {part === 'target' && <GuaranteeNote guarantee={strategy.guarantee} />}
      <PartForm
        part={part}
        strategyId={strategy.id}
        draft={draft}
        showProblems={showProblems}
        onChange={patch => setDraft({ ...draft, ...patch })}
      />
      <div className="st-wizard-foot">
        {part !== 'schedule' && !isChanged && strategy.config[part].resource.startsWith('asset:') && (
          <Suspense>
            <KeepAsset strategy={strategy} kind={part} />
          </Suspense>
        )}
        {isChanged && <span className="st-unsaved">{text.detail.changed}</span>}
        <Button disabled={!isChanged} onClick={() => setDraft(saved)}>
          {text.detail.reset}
        </Button>
        <CanButton type="primary" authority="strategy:update" loading={save.isPending} onClick={() => save.mutate()}>
          {text.detail.save}
        </CanButton>
      </div>
    </Section>
  )
}

interface PartFormProps {
  readonly part: EditTabProps['part']
  readonly strategyId: string
  readonly draft: Draft
  readonly showProblems: boolean
  onChange(patch: Partial<Draft>): void
}

function PartForm({ part, strategyId, draft, showProblems, onChange }: PartFormProps) {
  const source = useResource(draft.source)
  if (part === 'source')
    return (
      <div className="st-form">
        <SourceForm
          draft={draft.source}
          showProblems={showProblems}
          mapping={draft.mapping}
          onChange={next => onChange({ source: next })}
        />
      </div>
    )
  if (part === 'schedule')
    return (
      <div className="st-form">
        <ScheduleForm schedule={draft.schedule} retry={draft.retry} strategyId={strategyId} onChange={onChange} />
      </div>
    )
  return (
    <>
      <div className="st-form">
        <TargetForm
          draft={draft.target}
          showProblems={showProblems}
          sourceFields={fieldsOf(source.data?.content)}
          sourceKey={draft.source.key}
          onChange={target => onChange({ target })}
        />
      </div>
      <MappingStudio draft={draft} strategyId={strategyId} onChange={mapping => onChange({ mapping })} />
      <div className="st-form">
        <WriteBackForm
          writeBack={draft.target.writeBack}
          strategyId={strategyId}
          onChange={writeBack => onChange({ target: { ...draft.target, writeBack } })}
        />
      </div>
    </>
  )
}
