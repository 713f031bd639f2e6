import { AppstoreAddOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Suspense } from 'react'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { PlainMarkdown } from '../../../parts/plain-markdown.tsx'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { marketDetail, marketList } from './pages.ts'
import { DetailSide } from './parts/detail-side.tsx'
import { DiscardButton } from './parts/discard-button.tsx'
import { Needs } from './parts/needs.tsx'
import { PlatformPair } from './parts/platform-pair.tsx'
import { Reviews } from './parts/reviews.tsx'
import { ScopeTable } from './parts/scope-table.tsx'
import type { Detail } from './types.ts'
import { useText } from './use-text.ts'
import './market.css'

// Opened by few.
const InstallWizard = lazyPart(async () => ({ default: (await import('./install/install-wizard.tsx')).InstallWizard }))

/** One package: what it moves, what it needs, what others say, and the way to have it. */
export default function MarketDetail() {
  const { id: ref } = marketDetail.useParams()
  const { data, error, refetch } = useQuery(api.market.detail.query({ params: { ref } }))
  const detail = data?.content
  if (error && !detail) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!detail) return <Skeleton rows={8} hasTitle />
  return <Shown detail={detail} />
}

function Shown({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const { number } = useFormat()
  const [search, setSearch] = marketDetail.useSearch()
  const can = useCan()
  const missing = detail.permissions.find(each => !can(each))
  return (
    <>
      <PageHeader
        backTo={marketList.href()}
        title={detail.title}
        text={detail.summary}
        tags={
          <>
            <Tag>{text.origins[detail.origin]}</Tag>
            {detail.installed > 0 && <Tag color="success">{text.installed(number(detail.installed))}</Tag>}
          </>
        }
        actions={
          <>
            {detail.origin === 'upload' && <DiscardButton detail={detail} />}
            <CanButton
              type="primary"
              icon={<AppstoreAddOutlined />}
              authority={missing ?? 'market:install'}
              onClick={() => setSearch({ install: true })}
            >
              {detail.installed > 0 ? text.installAgain : text.install}
            </CanButton>
          </>
        }
      />
      <Section>
        <PlatformPair platforms={detail.platforms} size={40} />
      </Section>
      <div className="mk-detail">
        <div>
          <Section title={text.scope} text={text.scopeText} isFlush>
            <ScopeTable detail={detail} />
          </Section>
          <Section title={text.about}>
            {detail.readme.trim() === '' ? text.noReadme : <PlainMarkdown source={detail.readme} />}
          </Section>
          <Pictures detail={detail} />
          <Versions detail={detail} />
          <Reviews detail={detail} />
        </div>
        <div>
          <Needs detail={detail} />
          <DetailSide detail={detail} />
        </div>
      </div>
      <Suspense>
        {search.install && missing === undefined && (
          <InstallWizard detail={detail} onClose={() => setSearch({ install: undefined })} />
        )}
      </Suspense>
    </>
  )
}

function Pictures({ detail }: { readonly detail: Detail }) {
  const text = useText()
  if (detail.pictures.length === 0) return null
  return (
    <Section title={text.pictures}>
      <div className="mk-pictures">
        {detail.pictures.map(({ path, data }) => (
          <img key={path} src={data} alt={text.picture(path.slice(path.indexOf('/') + 1))} />
        ))}
      </div>
    </Section>
  )
}

function Versions({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const { time } = useFormat()
  return (
    <Section title={text.versions}>
      <ul className="mk-list">
        {detail.versions.map(({ ref, version, created_at, changes }) => (
          <li key={ref}>
            <strong>{version}</strong> {created_at !== null && <span className="sl-muted">{time(created_at)}</span>}
            {changes !== '' && <div className="sl-lines">{changes}</div>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
