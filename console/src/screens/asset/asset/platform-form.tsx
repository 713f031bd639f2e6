import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { platformForm, platformList } from './pages.ts'
import type { Template } from './types.ts'
import { useText } from './use-text.ts'
import './asset.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded beside the platform itself.
const PlatformEditor = lazyPart(async () => ({ default: (await import('./parts/platform-editor.tsx')).PlatformEditor }))

/** What a platform is made of: read for one of the product, changed for one's own. */
export default function PlatformForm() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = platformForm.useParams()
  const [{ copy }] = platformForm.useSearch()
  const [loaded, setLoaded] = useState(0)
  // A new one begins as a copy: of what was chosen, else of the connector for any HTTP endpoint.
  const from = id === 'new' ? (copy ?? 'http') : id
  const { data, error, refetch } = useQuery(api.platform.template.query({ params: { id: from } }))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title={text.missing}
        text={text.missingText}
        action={<Button onClick={() => navigate(platformList.href())}>{text.back}</Button>}
      />
    )
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Awaited />
  const { template, version, is_own } = data.content
  const begun = id === 'new' ? beginFrom(template, copy !== undefined) : template
  return (
    <Suspense fallback={<Awaited />}>
      {id === 'new' ? (
        <PlatformEditor key={`new ${from}`} id={null} template={begun} version={0} isOwn onReload={() => undefined} />
      ) : (
        <PlatformEditor
          key={`${id} ${loaded}`}
          id={id}
          template={begun}
          version={version}
          isOwn={is_own}
          onReload={() => setLoaded(loaded + 1)}
        />
      )}
    </Suspense>
  )
}

function Awaited() {
  return (
    <Section>
      <Skeleton rows={10} hasTitle />
    </Section>
  )
}

/** A copy gets a name of its own, and none of the secrets. */
function beginFrom(template: Template, isCopy: boolean): Template {
  // An adapter belongs to one platform.
  const adapter = ''
  const app = template.app.map(entry => ({ ...entry, value: entry.secret ? '' : entry.value }))
  // Letters and code follow the name.
  const icon = { ...template.icon, text: '' }
  if (!isCopy)
    return { ...template, app, adapter, icon, name: '', code: '', describe: '', help_link: '', group: 'other' }
  return {
    ...template,
    app,
    adapter,
    name: `${template.name} (2)`.slice(0, 60),
    code: `${template.code}-2`.slice(0, 40),
  }
}
