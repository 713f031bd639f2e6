import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../pages.ts'
import { useText } from '../texts/use-text.ts'
import type { Strategy } from '../types.ts'

const CheckProposals = lazyPart(async () => ({ default: (await import('./check-proposals.tsx')).CheckProposals }))

/** Where what is checked can be changed. */
const tabOf = {
  basic: 'overview',
  source: 'source',
  target: 'target',
  mapping: 'target',
  schedule: 'schedule',
} as const

export interface CheckListProps {
  readonly strategy: Strategy
  /** Of the draft; default: of what is published. */
  readonly isDraft?: boolean
  /** Default: the check-list. */
  readonly title?: string
}

/** What stands in the way of a start, or of a publication. */
export function CheckList({ strategy, isDraft = false, title }: CheckListProps) {
  const { id: strategyId } = strategy
  const text = useText().check
  const live = useQuery({
    ...api.strategy.check.query({ params: { id: strategyId, x: 'all' } }),
    staleTime: 60_000,
    enabled: !isDraft,
  })
  const draft = useQuery({
    ...api.strategyPublish.checkDraft.query({ params: { id: strategyId } }),
    staleTime: 60_000,
    enabled: isDraft,
  })
  const { data, error, isFetching, refetch } = isDraft ? draft : live
  const lines = data?.content ?? []
  const failed = lines.filter(line => line.level === 'error').length
  const warned = lines.filter(line => line.level === 'warning').length
  return (
    <Section
      title={title ?? text.title}
      text={data && (failed > 0 ? text.failed(failed) : warned > 0 ? text.warned(warned) : text.ok)}
      extra={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {text.recheck}
        </Button>
      }
    >
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="st-checks">
          {lines.map(line => (
            <li key={`${line.item} ${line.message}`}>
              <strong className={`st-level-${line.level}`}>{text.levels[line.level]}</strong>
              <span>
                <Link to={strategyDetail.href({ params: { id: strategyId }, search: { tab: tabOf[line.group] } })}>
                  {text.groups[line.group]}
                </Link>{' '}
                · {line.message} {line.advice}
                {line.proposals && (
                  <Suspense>
                    <CheckProposals strategy={strategy} list={line.proposals} onUsed={() => void refetch()} />
                  </Suspense>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && lines.length === 0 && <Empty isSmall title={text.ok} />}
    </Section>
  )
}
