import { type Adapter, type AdapterKind, ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Select, Tabs, Tag } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { isStale, readStale } from '../../../lib/read-stale.ts'
import { useCan } from '../../../lib/session.ts'
import { type EditedRules, useEdited } from '../../../lib/use-edited.ts'
import { useTypedSource } from '../../../lib/use-typed-source.ts'
import { Row } from '../../../parts/row.tsx'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Held } from '../../../ui/held.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { usePlatforms } from '../asset/public.ts'
import { emptyAdapter, readFaults } from './model.ts'
import { adapterForm, adapterList, type adapterTabs } from './pages.ts'
import { AdapterActions } from './parts/adapter-actions.tsx'
import { AdapterStatus } from './parts/adapter-status.tsx'
import { FormTab } from './parts/form-tab.tsx'
import { KindRow } from './parts/kind-row.tsx'
import { refreshAdapters } from './parts/queries.ts'
import { ReferencesTab } from './parts/references-tab.tsx'
import { SourceTab } from './parts/source-tab.tsx'
import { VersionsTab } from './parts/versions-tab.tsx'
import type { AdapterDetail } from './types.ts'
import { useKindText } from './use-kind-text.ts'
import { useText } from './use-text.ts'

// Seldom opened, and heavy by what shows answers.
const TryTab = lazyPart(async () => ({ default: (await import('./parts/try-tab.tsx')).TryTab }))

const TryStatement = lazyPart(async () => ({ default: (await import('./parts/try-statement.tsx')).TryStatement }))

/** One adapter: as form, as source, tried out, its versions and what names it. */
export default function AdapterForm() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = adapterForm.useParams()
  const { data, error, refetch } = useQuery({ ...api.adapter.get.query({ params: { id } }), enabled: id !== 'new' })
  if (id === 'new') return <Editor key="new" adapter={null} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(adapterList.href())}>{text.back}</Button>}
      />
    )
  if (data) return <Editor key={id} adapter={data.content} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={10} hasTitle />
    </Section>
  )
}

const rules: EditedRules<AdapterDetail | null, Adapter> = {
  begin: adapter => adapter?.doc ?? emptyAdapter(),
  isSame: (doc, other) => JSON.stringify(doc) === JSON.stringify(other),
  versionOf: adapter => adapter?.version ?? 0,
}

function Editor({ adapter: latest }: { readonly adapter: AdapterDetail | null }) {
  const text = useText()
  const [search, setSearch] = adapterForm.useSearch()
  const about = `adapter/${latest?.id ?? 'new'}`
  const edited = useEdited(latest, { ...rules, about })
  const { base: adapter, draft: doc, change: setDoc, isDirty: isTyped, begin } = edited
  const [platform, setPlatform] = useState(adapter?.platform_id ?? search.platform)
  const save = useSave(adapter, platform, begin)
  const source = useTypedSource(doc, `${about}/source`)
  const isDirty = adapter === null || isTyped || source.typed !== null
  const tabs: Record<(typeof adapterTabs)[number], () => ReactNode> = {
    form: () => <FormTab doc={doc} faults={readFaults(save.error)} onChange={setDoc} />,
    source: () => <SourceTab doc={doc} source={source} onApply={setDoc} />,
    try: () => (
      <Suspense fallback={<Skeleton rows={8} />}>
        {doc.kind === 'sql' ? (
          <TryStatement doc={doc} platformId={platform} />
        ) : (
          <TryTab doc={doc} platformId={platform} />
        )}
      </Suspense>
    ),
    versions: () => adapter && <VersionsTab adapter={adapter} />,
    references: () => adapter && <ReferencesTab adapter={adapter} />,
  }
  const open = adapter === null ? (['form', 'source', 'try'] as const) : (Object.keys(tabs) as (keyof typeof tabs)[])
  return (
    <>
      <PageHeader
        backTo={adapterList.href()}
        title={adapter?.name ?? text.form.newTitle}
        tags={
          adapter && (
            <>
              <AdapterStatus row={adapter} />
              <Tag>{text.form.version(adapter.version)}</Tag>
              {adapter.published_version !== null && adapter.published_version !== adapter.version && (
                <Tag>{text.form.atWork(adapter.published_version)}</Tag>
              )}
              {isDirty && <Tag color="warning">{text.form.unsaved}</Tag>}
            </>
          )
        }
        text={adapter?.platform_name}
        actions={
          <Actions
            adapter={adapter}
            isDirty={isDirty}
            isSaving={save.isPending}
            onSave={async note => {
              const settled = await source.settle()
              if (settled) save.mutate({ doc: settled, note })
            }}
          />
        }
      />
      <RestoredNote typed={edited} isNew={latest?.id === undefined} />
      {isStale(save.error) && (
        <StaleNote
          saved={readStale(save.error)}
          onReload={() => {
            save.reset()
            begin(latest)
            source.type(null)
          }}
        />
      )}
      {save.error && !isStale(save.error) && (
        <Alert className="as-problems" type="error" showIcon title={describeError(save.error).message} />
      )}
      <Held isHeld={adapter === null && save.isPending}>
        <KindRow
          value={doc.kind}
          isSaved={adapter !== null}
          onChange={kind => {
            setDoc({ ...doc, kind })
            // A platform that takes the one takes the other not.
            if (adapter === null && (kind === 'sql') !== (doc.kind === 'sql')) setPlatform(undefined)
          }}
        />
        {adapter === null && <PlatformRow kind={doc.kind} value={platform} onChange={setPlatform} />}
        <Tabs
          activeKey={search.tab}
          onChange={async tab => {
            // Only the tabs' own names come here.
            if (await source.settle()) setSearch({ tab: tab as keyof typeof tabs })
          }}
          items={open.map(key => ({
            key,
            label: text.form.tabs[key],
            children: search.tab === key && tabs[key](),
          }))}
        />
      </Held>
    </>
  )
}

interface PlatformRowProps {
  readonly kind: AdapterKind
  readonly value: string | undefined
  onChange(id: string): void
}

function PlatformRow({ kind, value, onChange }: PlatformRowProps) {
  const text = useText().form
  const hint = useKindText().platformHint[kind]
  const { data = [], isPending } = usePlatforms()
  const fits = (each: (typeof data)[number]) => (kind === 'sql' ? each.takes_statements : each.takes_assets)
  return (
    <Form layout="vertical" component="div" className="as-columns as-form">
      <Row label={text.platform} isRequired hint={hint}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={isPending}
          value={value ?? null}
          options={data.filter(fits).map(each => ({ value: each.id, label: each.name }))}
          onChange={(id: string | null) => id !== null && onChange(id)}
        />
      </Row>
    </Form>
  )
}

interface ActionsProps {
  readonly adapter: AdapterDetail | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  onSave(note: string): void
}

function Actions({ adapter, isDirty, isSaving, onSave }: ActionsProps) {
  const text = useText()
  const can = useCan()
  const [note, setNote] = useState('')
  return (
    <div className="as-name">
      {adapter && isDirty && can('asset:update') && (
        <Input
          aria-label={text.form.note}
          placeholder={text.form.note}
          maxLength={200}
          value={note}
          onChange={event => setNote(event.target.value)}
        />
      )}
      {adapter && !isDirty && <AdapterActions row={adapter} isInForm />}
      <CanButton
        type="primary"
        authority={adapter === null ? 'asset:add' : 'asset:update'}
        loading={isSaving}
        {...(!isDirty && { reason: text.saved })}
        onClick={() => onSave(note)}
      >
        {text.save}
      </CanButton>
    </div>
  )
}

function useSave(
  adapter: AdapterDetail | null,
  platform: string | undefined,
  onSaved: (adapter: AdapterDetail, sent: Adapter) => void,
) {
  const text = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ doc, note }: { readonly doc: Adapter; readonly note: string }) => {
      if (adapter)
        return api.adapter.update({ params: { id: adapter.id }, body: { doc, note, version: adapter.version } })
      if (platform === undefined) throw new Error(`${text.form.platform}: ${text.required}`)
      return api.adapter.create({ body: { platform_id: platform, doc } })
    },
    onSuccess: async ({ content }, { doc }) => {
      message.success(text.saved)
      onSaved(content, doc)
      if (adapter === null) navigate(adapterForm.href({ params: { id: content.id } }), { replace: true })
      await refreshAdapters(client)
    },
    // The newest is at hand when somebody wants it instead.
    onError: error => isStale(error) && refreshAdapters(client),
  })
}
