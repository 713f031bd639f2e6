import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { strategyDetail } from '../pages.ts'
import { useText } from '../use-text.ts'

/** Where what is checked can be changed. */
const tabOf = {
  basic: 'overview',
  source: 'source',
  target: 'target',
  mapping: 'target',
  schedule: 'schedule',
} as const

export interface CheckListProps {
  readonly strategyId: string
  /** Of the draft; default: of what is published. */
  readonly isDraft?: boolean
  /** Default: the check-list. */
  readonly title?: string
}

/** What stands in the way of a start, or of a publication. */
export function CheckList({ strategyId, isDraft = false, title }: CheckListProps) {
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
  return (
    <Section
      title={title ?? text.title}
      text={data && (failed > 0 ? text.failed(failed) : text.ok)}
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
                · {line.message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && lines.length === 0 && <Empty isSmall title={text.ok} />}
    </Section>
  )
}
