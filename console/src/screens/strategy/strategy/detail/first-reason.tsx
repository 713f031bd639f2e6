import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { errorList } from '../../../run/error/pages.ts'
import { strategyDetail } from '../pages.ts'
import { useFlowText } from '../texts/use-flow-text.ts'

interface ErrorReasonProps {
  readonly strategyId: string
  /** Records it is about. A change asks anew. */
  readonly count: number
  /** Those that are tried again by themselves, and not those that need a hand. */
  readonly isRetried: boolean
}

/** What most of these records have, in its own words, and the press that leads to all causes. */
export function ErrorReason({ strategyId, count, isRetried }: ErrorReasonProps) {
  const { why } = useFlowText()
  const format = useFormat()
  const { data } = useQuery({
    ...api.errorGroup.search.query({ body: { strategy_id: strategyId, sort: '-count' } }),
    refetchOnMount: 'always',
    enabled: count > 0,
  })
  const groups = data?.content ?? []
  const first = groups.find(({ repair }) => (repair === 'wait') === isRetried) ?? groups[0]
  if (!first || first.open_count === 0) return null
  return (
    <>
      {count === 1 ? why.reason : first.open_count >= count ? why.example : why.mostly(format.number(first.open_count))}
      <span lang="">{first.message}</span>{' '}
      <Link to={errorList.href({ search: { strategy: strategyId } })}>{why.causes}</Link>
    </>
  )
}

interface RejectedReasonProps {
  readonly strategyId: string
  readonly runId: string
}

/** Why the first rejected row of a run was, and the press that leads to them all. */
export function RejectedReason({ strategyId, runId }: RejectedReasonProps) {
  const { why } = useFlowText()
  const { data } = useQuery(api.run.rejected.query({ params: { id: runId }, query: { pageSize: 1 } }))
  if (!data) return null
  const failure = data.content[0]?.failure
  // The run before has them, where this one rejected nothing.
  const search = { tab: 'runs' as const, ...(failure && { run: runId }) }
  return (
    <>
      {failure && (
        <>
          {why.first}
          <span lang="">{[failure.field, failure.message].filter(Boolean).join(' ')}</span>{' '}
        </>
      )}
      <Link to={strategyDetail.href({ params: { id: strategyId }, search })}>{why.rejectedRows}</Link>
    </>
  )
}
