import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { LIVE_POLL_MS } from '../../../../lib/query.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { useText } from '../use-text.ts'

/** The latest lines of the runs of all strategies of the pool, newest first. */
export function LogTab({ poolId }: { readonly poolId: string }) {
  const text = useText().log
  const format = useFormat()
  const language = useLanguage()
  const query = api.process.log.query({ params: { id: poolId } })
  // Lines come in the language of the request.
  const { data, error, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, language],
    refetchInterval: LIVE_POLL_MS,
  })
  return (
    <Section>
      {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={8} />}
      {data?.content.length === 0 && <Empty isSmall title={text.empty} text={text.emptyText} />}
      {data && data.content.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <ol className="pr-log" aria-label={text.label} tabIndex={0}>
          {data.content.map(line => (
            <li key={line.id} data-level={line.level}>
              <time dateTime={line.created_at}>{format.time(line.created_at)}</time>
              <Link to={strategyDetail.href({ params: { id: line.strategy_id } })}>{line.strategy_name}</Link>
              <span data-level={line.level}>{line.text}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
