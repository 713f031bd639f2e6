import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { PortalOperation } from '../model.ts'
import type { PortalKey, Sample } from '../types.ts'
import { useText } from '../use-text.ts'

const languages = ['curl', 'typescript', 'python', 'java'] as const
const labels = { curl: 'cURL', typescript: 'TypeScript', python: 'Python', java: 'Java' } as const
const ways = ['certificate', 'token', 'signature'] as const

/** The operation as programs that run as they stand. */
export function CodeSamples({
  portal,
  operation,
}: {
  readonly portal: PortalKey
  readonly operation: PortalOperation
}) {
  const text = useText().samples
  const [language, setLanguage] = useState<Sample['language']>('curl')
  const [way, setWay] = useState<Sample['way']>()
  const { method, path } = operation
  const { data, error, refetch } = useQuery({
    queryKey: [...api.portal.samples.key(), portal.id, portal.token, method, path],
    queryFn: ({ signal }) =>
      api.portal.samples({
        params: { id: portal.id },
        body: { token: portal.token, origin: window.location.origin, method, path },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  const isThere = (given: Partial<Sample>): boolean =>
    data.content.some(
      each => (given.language ?? each.language) === each.language && (given.way ?? each.way) === each.way,
    )
  const offered = ways.filter(each => isThere({ way: each }))
  const chosen = way ?? offered[0]
  const source = data.content.find(each => each.language === language && each.way === chosen)?.source ?? ''
  return (
    <div className="sl-stack">
      <div className="gp-choices">
        <Segmented
          aria-label={text.language}
          value={language}
          options={languages
            .filter(each => isThere({ language: each }))
            .map(value => ({ value, label: <span lang="en">{labels[value]}</span> }))}
          onChange={setLanguage}
        />
        <Segmented
          aria-label={text.way}
          {...(chosen && { value: chosen })}
          options={offered.map(value => ({ value, label: text.ways[value] }))}
          onChange={setWay}
        />
        <CopyText value={source} label={text.copy} />
      </div>
      <p className="sl-muted">{text.secret}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it */}
      <pre className="gp-code" tabIndex={0}>
        {source}
      </pre>
    </div>
  )
}
