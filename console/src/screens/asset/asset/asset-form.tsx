import { type ApiAsset, ApiError, checkAsset } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tabs, Tag } from 'antd'
// Without the family's other members, which only a form needs.
import Input from 'antd/es/input/Input'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { isStale, readStale } from '../../../lib/read-stale.ts'
import { useCan } from '../../../lib/session.ts'
import { type EditedRules, useEdited } from '../../../lib/use-edited.ts'
import { useTypedSource } from '../../../lib/use-typed-source.ts'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Held } from '../../../ui/held.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cleanAsset, emptyAsset, hindrancesOf } from './model.ts'
import { assetForm, assetList, type formTabs } from './pages.ts'
import { AssetStatus } from './parts/asset-status.tsx'
import { refreshAssets } from './parts/queries.ts'
import type { SourceFormat } from './parts/source-tab.tsx'
import type { Asset } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// A tab is loaded when it is opened.
const AssetActions = lazyPart(async () => ({ default: (await import('./parts/asset-actions.tsx')).AssetActions }))
const FormTab = lazyPart(async () => ({ default: (await import('./parts/form-tab.tsx')).FormTab }))
const PlaceRows = lazyPart(async () => ({ default: (await import('./parts/place-rows.tsx')).PlaceRows }))
const SourceTab = lazyPart(async () => ({ default: (await import('./parts/source-tab.tsx')).SourceTab }))
const TryTab = lazyPart(async () => ({ default: (await import('./parts/try-tab.tsx')).TryTab }))
const VersionsTab = lazyPart(async () => ({ default: (await import('./parts/versions-tab.tsx')).VersionsTab }))
const ReferencesTab = lazyPart(async () => ({ default: (await import('./parts/references-tab.tsx')).ReferencesTab }))
// Seldom needed.
const RestoredNote = lazyPart(async () => ({
  default: (await import('../../../ui/restored-note.tsx')).RestoredNote,
}))
const StaleNote = lazyPart(async () => ({ default: (await import('../../../ui/stale-note.tsx')).StaleNote }))

/** One interface: as form, as source, tried out, its versions and who uses it. */
export default function AssetForm() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = assetForm.useParams()
  const { data, error, refetch } = useQuery({
    ...api.apiAsset.get.query({ params: { id } }),
    enabled: id !== 'new',
  })
  if (id === 'new') return <Editor key="new" asset={null} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(assetList.href())}>{text.back}</Button>}
      />
    )
  if (data) return <Editor key={id} asset={data.content} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={10} hasTitle />
    </Section>
  )
}

interface Place {
  readonly platform: string | undefined
  readonly collection: string | null
}

const rules: EditedRules<Asset | null, ApiAsset> = {
  begin: asset => asset?.doc ?? emptyAsset(),
  isSame: (doc, other) => JSON.stringify(cleanAsset(doc)) === JSON.stringify(cleanAsset(other)),
  versionOf: asset => asset?.version ?? 0,
}

function Editor({ asset: latest }: { readonly asset: Asset | null }) {
  const text = useText()
  const [search, setSearch] = assetForm.useSearch()
  const about = `asset/${latest?.id ?? 'new'}`
  const edited = useEdited(latest, { ...rules, about })
  const { base: asset, draft: doc, change: setDoc, isDirty: isTyped, begin } = edited
  const [showProblems, setShowProblems] = useState(false)
  const [place, setPlace] = useState<Place>({
    platform: asset?.platform_id ?? search.platform,
    collection: asset?.collection_id ?? (search.collection === 'none' ? null : (search.collection ?? null)),
  })
  const problems = checkAsset(cleanAsset(doc))
  const save = useSave(asset, place, begin, () => setShowProblems(true))
  const source = useTypedSource(doc, `${about}/source`)
  const [format, setFormat] = useState<SourceFormat>('yaml')
  const isDirty = asset === null || isTyped || source.typed !== null
  const tabs: Record<(typeof formTabs)[number], () => ReactNode> = {
    form: () => (
      <FormTab doc={doc} platformId={place.platform} problems={showProblems ? problems : []} onChange={setDoc} />
    ),
    source: () => (
      <SourceTab doc={cleanAsset(doc)} source={source} format={format} onFormat={setFormat} onApply={setDoc} />
    ),
    try: () => <TryTab doc={cleanAsset(doc)} platformId={place.platform} onChange={setDoc} />,
    versions: () => asset && <VersionsTab asset={asset} />,
    references: () => asset && <ReferencesTab asset={asset} />,
  }
  const open = asset === null ? (['form', 'source', 'try'] as const) : (Object.keys(tabs) as (keyof typeof tabs)[])
  return (
    <>
      <PageHeader
        backTo={assetList.href()}
        title={asset?.name ?? text.form.newTitle}
        tags={
          asset && (
            <>
              <AssetStatus row={asset} />
              <Tag>{text.form.version(asset.version)}</Tag>
              {isDirty && <Tag color="warning">{text.form.unsaved}</Tag>}
            </>
          )
        }
        text={asset && `${asset.platform_name} · ${asset.method} ${asset.api}`}
        actions={
          <Actions
            asset={asset}
            isDirty={isDirty}
            isSaving={save.isPending}
            onSave={async note => {
              const settled = await source.settle()
              if (settled) save.mutate({ doc: settled, note })
            }}
          />
        }
      />
      {edited.restoredAt !== null && (
        <Suspense fallback={null}>
          <RestoredNote typed={edited} isNew={latest?.id === undefined} />
        </Suspense>
      )}
      {isStale(save.error) && (
        <Suspense fallback={null}>
          <StaleNote
            saved={readStale(save.error)}
            onReload={() => {
              save.reset()
              begin(latest)
              source.type(null)
            }}
          />
        </Suspense>
      )}
      {save.error && !isStale(save.error) && (
        <Alert className="as-problems" type="error" showIcon title={describeError(save.error).message} />
      )}
      <Held isHeld={asset === null && save.isPending}>
        {asset === null && (
          <Suspense fallback={<Skeleton rows={2} />}>
            <PlaceRows {...place} showProblems={showProblems} onChange={setPlace} />
          </Suspense>
        )}
        <Tabs
          activeKey={search.tab}
          onChange={async tab => {
            // Only the tabs' own names come here.
            if (await source.settle()) setSearch({ tab: tab as keyof typeof tabs })
          }}
          items={open.map(key => ({
            key,
            label: text.form.tabs[key],
            children: search.tab === key && <Suspense fallback={<Skeleton rows={8} />}>{tabs[key]()}</Suspense>,
          }))}
        />
      </Held>
    </>
  )
}

interface ActionsProps {
  readonly asset: Asset | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  onSave(note: string): void
}

function Actions({ asset, isDirty, isSaving, onSave }: ActionsProps) {
  const text = useText()
  const can = useCan()
  const [note, setNote] = useState('')
  return (
    <div className="as-name">
      {asset && isDirty && can('asset:update') && (
        <Input
          aria-label={text.form.note}
          placeholder={text.form.note}
          maxLength={200}
          value={note}
          onChange={event => setNote(event.target.value)}
        />
      )}
      {asset && !isDirty && (
        <Suspense>
          <AssetActions row={asset} isInForm />
        </Suspense>
      )}
      <CanButton
        type="primary"
        authority={asset === null ? 'asset:add' : 'asset:update'}
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
  asset: Asset | null,
  place: Place,
  onSaved: (asset: Asset, sent: ApiAsset) => void,
  onProblem: () => void,
) {
  const text = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ doc: typed, note }: { readonly doc: ApiAsset; readonly note: string }) => {
      const doc = cleanAsset(typed)
      const isWhole = doc.name !== '' && doc.api !== '' && (asset !== null || place.platform !== undefined)
      const problems = hindrancesOf(checkAsset(doc))
      if (!isWhole || problems.length > 0) {
        onProblem()
        throw new Error(text.problemTitle(problems.length + (isWhole ? 0 : 1)))
      }
      if (asset) return api.apiAsset.update({ params: { id: asset.id }, body: { doc, note, version: asset.version } })
      return api.apiAsset.create({
        body: { platform_id: place.platform ?? '', collection_id: place.collection, doc },
      })
    },
    onSuccess: async ({ content }, { doc }) => {
      message.success(text.saved)
      onSaved(content, doc)
      if (asset === null) navigate(assetForm.href({ params: { id: content.id } }), { replace: true })
      await refreshAssets(client)
    },
    // The newest is at hand when somebody wants it instead.
    onError: error => isStale(error) && refreshAssets(client),
  })
}
