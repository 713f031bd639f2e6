import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Tabs, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type editTabs, packageEdit, packageList } from './pages.ts'
import { ReleaseState } from './parts/release-state.tsx'
import { Connections } from './sections/connections.tsx'
import { Documents } from './sections/documents.tsx'
import { Flows } from './sections/flows.tsx'
import { Objects } from './sections/objects.tsx'
import { Overview } from './sections/overview.tsx'
import { Parameters } from './sections/parameters.tsx'
import { Releases } from './sections/releases.tsx'
import { Samples } from './sections/samples.tsx'
import type { Package, SectionProps, WordsLanguage } from './types.ts'
import { usePackage } from './use-package.ts'
import { useText } from './use-text.ts'
import { sayWords } from './words.ts'
import './package.css'

const CheckDrawer = lazyPart(async () => ({ default: (await import('./parts/check-drawer.tsx')).CheckDrawer }))

type Tab = (typeof editTabs)[number]

/** In which words of a package are written, each by its own name. */
const languages = [
  { value: 'zh', label: '中文', code: 'zh-CN' },
  { value: 'en', label: 'English', code: 'en-US' },
  { value: 'pt', label: 'Português', code: 'pt-BR' },
] as const

/** One package: what it says of itself, what it is made of, and its releases. */
export default function PackageEdit() {
  const { id } = packageEdit.useParams()
  const { data, error, refetch } = useQuery(api.solutionPackage.detail.query({ params: { id } }))
  const made = data?.content
  if (error && !made) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!made) return <Skeleton rows={8} hasTitle />
  return <Editor key={id} made={made} />
}

function Editor({ made }: { readonly made: Package }) {
  const text = useText()
  const [search, setSearch] = packageEdit.useSearch()
  const [language, setLanguage] = useState<WordsLanguage>('zh')
  const [opened, setOpened] = useState<'check' | 'release' | null>(null)
  const { edited, save, section, adopt } = usePackage(made)
  const { manifest } = edited.draft
  const given: SectionProps = { ...section, language }
  const open = (what: 'check' | 'release') => {
    // What is checked is what is saved.
    if (edited.isDirty) save.mutate(edited.draft, { onSuccess: () => setOpened(what) })
    else setOpened(what)
  }
  const panes: Readonly<Record<Tab, React.ReactNode>> = {
    overview: <Overview {...given} made={made} />,
    flows: <Flows {...given} />,
    connections: <Connections {...given} />,
    parameters: <Parameters {...given} made={made} isDirty={edited.isDirty} onMade={adopt} />,
    objects: <Objects made={made} isDirty={edited.isDirty} onMade={adopt} />,
    samples: <Samples {...given} />,
    documents: <Documents {...given} />,
    releases: <Releases made={made} onMade={adopt} />,
  }
  return (
    <>
      <PageHeader
        backTo={packageList.href()}
        title={sayWords(manifest.title, language)}
        text={`${made.name} · ${manifest.version}`}
        tags={
          <>
            <Tag>{text.visibilities[edited.draft.visibility]}</Tag>
            {made.release_state && <ReleaseState state={made.release_state} />}
            {made.is_changed && <Tag color="warning">{text.isChanged}</Tag>}
            {edited.isDirty && <Tag color="processing">{text.unsaved}</Tag>}
          </>
        }
        actions={
          <>
            <CanButton authority="package:query" onClick={() => open('check')}>
              {text.check}
            </CanButton>
            <CanButton
              authority="package:update"
              loading={save.isPending}
              {...(!edited.isDirty && { reason: text.saved })}
              onClick={() => save.mutate(edited.draft)}
            >
              {text.save}
            </CanButton>
            <CanButton type="primary" authority="package:publish" onClick={() => open('release')}>
              {text.release}
            </CanButton>
          </>
        }
      />
      <RestoredNote typed={edited} />
      {edited.newer && (
        <Alert
          type="warning"
          showIcon
          title={text.newerSaved}
          action={
            <Button size="small" onClick={edited.discard}>
              {text.takeNewer}
            </Button>
          }
        />
      )}
      {save.error && <Alert type="error" showIcon title={describeError(save.error).message} />}
      <Segmented<WordsLanguage>
        className="sp-languages"
        aria-label={text.language}
        value={language}
        options={languages.map(({ value, label, code }) => ({ value, label: <span lang={code}>{label}</span> }))}
        onChange={setLanguage}
      />
      <Tabs
        activeKey={search.tab}
        onChange={tab => setSearch({ tab: tab as Tab })}
        items={(Object.keys(panes) as Tab[]).map(key => ({ key, label: text.tabs[key], children: panes[key] }))}
      />
      <Suspense>
        {opened && (
          <CheckDrawer
            made={made}
            draft={edited.draft}
            isRelease={opened === 'release'}
            onGo={tab => {
              setOpened(null)
              setSearch({ tab })
            }}
            onPropose={patch => {
              setOpened(null)
              section.changeManifest(patch)
            }}
            onMade={adopt}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
