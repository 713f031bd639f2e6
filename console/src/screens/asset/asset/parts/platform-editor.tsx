import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, readDraft, useKeptDraft } from '../../../../lib/drafts.ts'
import { isStale, readStale } from '../../../../lib/read-stale.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Held } from '../../../../ui/held.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ParamFields } from '../../../../ui/param-fields.tsx'
import { toFormValues } from '../../../../ui/param-values.ts'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Section } from '../../../../ui/section.tsx'
import { StaleNote } from '../../../../ui/stale-note.tsx'
import { platformForm, platformList } from '../pages.ts'
import type { Template } from '../types.ts'
import { useText } from '../use-text.ts'
import { AppSection, LimitsSection, OAuthSection } from './access-sections.tsx'
import { ParamsEditor } from './params-editor.tsx'
import { BasicSection } from './platform-basic.tsx'
import { refreshAssets, usePlatforms } from './queries.ts'
import { SettingsEditor } from './settings-editor.tsx'

export interface PlatformEditorProps {
  /** null: not saved yet. */
  readonly id: string | null
  readonly template: Template
  readonly version: number
  readonly isOwn: boolean
  /** Begins anew with what the server has now. */
  onReload(): void
}

interface Kept {
  readonly template: Template
  readonly from: number
}

const aboutOf = (id: string | null): string => `platform/${id ?? 'new'}`

/** What the browser keeps: in the place of a typed secret what the server shows of it. */
const hideSecrets = (template: Template, saved: Template): Template => ({
  ...template,
  app: template.app.map(entry => {
    if (!entry.secret) return entry
    return { ...entry, value: saved.app.find(each => each.secret && each.name === entry.name)?.value ?? '' }
  }),
})

/** The form of a platform: its parameters, settings, access and limits, with a preview. */
export function PlatformEditor({ id, template: newest, version, isOwn, onReload }: PlatformEditorProps) {
  const text = useText()
  const navigate = useNavigate()
  const isReadOnly = !isOwn
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [kept] = useState(() => (isReadOnly ? null : readDraft<Kept>(aboutOf(id))))
  const [{ saved, from }] = useState({ saved: newest, from: kept?.value.from ?? version })
  const [template, setTemplate] = useState(kept?.value.template ?? saved)
  const [whole, setWhole] = useState(template.params)
  const { mutate, error, isPending } = useSave(id, from, onReload)
  const shared = {
    template,
    isReadOnly,
    patch: (change: Partial<Template>) => setTemplate(known => ({ ...known, ...change })),
  }
  const isTyped = JSON.stringify(template) !== JSON.stringify(saved)
  const isDirty = id === null || isTyped
  useKeptDraft(isReadOnly ? undefined : aboutOf(id), isTyped ? { template: hideSecrets(template, saved), from } : null)
  const typed = { restoredAt: isTyped && kept ? kept.at : null, discard: () => setTemplate(saved) }
  const platforms = usePlatforms()
  const base = platforms.data?.find(platform => platform.id === template.base)
  return (
    <>
      <PageHeader
        backTo={platformList.href()}
        title={id === null ? text.platformForm.newTitle : saved.name}
        tags={id !== null && <Tag>{text.platform.origins[isOwn ? 'own' : 'builtIn']}</Tag>}
        {...(isReadOnly && { text: text.platformForm.readOnly })}
        actions={
          isReadOnly ? (
            <CanButton
              type="primary"
              authority="platform:add"
              onClick={() => navigate(platformForm.href({ params: { id: 'new' }, search: { copy: id ?? '' } }))}
            >
              {text.platform.copy}
            </CanButton>
          ) : (
            <CanButton
              type="primary"
              authority={id === null ? 'platform:add' : 'platform:update'}
              loading={isPending}
              {...(!isDirty && { reason: text.saved })}
              onClick={() => mutate(template)}
            >
              {text.save}
            </CanButton>
          )
        }
      />
      <RestoredNote typed={typed} isNew={id === null} />
      {isStale(error) && <StaleNote saved={readStale(error)} onReload={onReload} />}
      {error && !isStale(error) && (
        <Alert className="as-problems" type="error" showIcon title={describeError(error).message} />
      )}
      <Held isHeld={isPending}>
        <Form layout="vertical" component="div" className="as-form as-stack" disabled={isReadOnly}>
          <BasicSection
            {...shared}
            id={id}
            whole={whole}
            problemOf={fieldProblem(error)}
            onBase={next => {
              setTemplate(next)
              setWhole(next.params)
            }}
          />
          <ParamsEditor {...shared} />
          {!isReadOnly && (
            <>
              <SettingsEditor {...shared} base={base} />
              <OAuthSection {...shared} />
              <AppSection {...shared} saved={saved.app} problemOf={fieldProblem(error)} />
              <LimitsSection {...shared} />
            </>
          )}
        </Form>
      </Held>
      <Preview template={template} />
    </>
  )
}

/** What the server said about one field. */
const fieldProblem =
  (error: unknown) =>
  (field: string): string | undefined => {
    if (!(error instanceof ApiError) || !Array.isArray(error.body?.content)) return undefined
    const list: readonly unknown[] = error.body.content
    const found = list.find(
      (each): each is { field: string; message: string } =>
        typeof each === 'object' && each !== null && 'field' in each && each.field === field && 'message' in each,
    )
    return found?.message
  }

function Preview({ template }: { readonly template: Template }) {
  const text = useText().platformForm
  const params = template.params.filter(param => /^[a-z][a-z0-9_]*$/.test(param.field))
  return (
    <div className="as-stack">
      <Section title={text.preview} text={text.previewText} className="as-preview">
        <Form
          key={JSON.stringify(params)}
          layout="vertical"
          component="div"
          initialValues={{ params: toFormValues(params) }}
        >
          <ParamFields params={params} at={['params']} />
        </Form>
      </Section>
    </div>
  )
}

function useSave(id: string | null, version: number, onSaved: () => void) {
  const text = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (template: Template) =>
      id === null
        ? api.platform.create({ body: template })
        : api.platform.update({ params: { id }, body: { ...template, version } }),
    onSuccess: async ({ content }) => {
      dropDraft(aboutOf(id))
      message.success(text.saved)
      await refreshAssets(client)
      if (id === null) navigate(platformForm.href({ params: { id: content.id } }), { replace: true })
      else onSaved()
    },
    // The newest is at hand when somebody wants it instead.
    onError: error => isStale(error) && refreshAssets(client),
  })
}
