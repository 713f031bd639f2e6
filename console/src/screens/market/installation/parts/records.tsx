import { RedoOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import { errorList } from '../../../run/error/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Flow, Installation } from '../types.ts'
import { useText } from '../use-text.ts'

/** What became of the records, in plain words. */
export function Records({ installation }: { readonly installation: Installation }) {
  const text = useText()
  return (
    <Section title={text.records} text={text.recordsText}>
      <ul className="mk-list">
        {installation.flows.map(flow => (
          <li key={flow.strategy_id}>
            <FlowRecords flow={flow} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function FlowRecords({ flow }: { readonly flow: Flow }) {
  const text = useText()
  const { number, list } = useFormat()
  const hasFailed = Number(flow.failed) > 0
  const counts = [
    text.doneOf(number(flow.done)),
    text.failedOf(number(flow.failed)),
    text.waitingOf(number(flow.waiting)),
  ]
  return (
    <section aria-label={flow.title}>
      <div className="in-counts">
        <span>
          <strong>{flow.title}</strong> <span className={hasFailed ? 'sl-figure-bad' : ''}>{list(counts)}</span>
        </span>
        <span className="sl-row-actions">
          {hasFailed && <Again flow={flow} />}
          <Link
            aria-label={text.toRecordsOf(flow.title)}
            to={strategyDetail.href({ params: { id: flow.strategy_id }, search: { tab: 'data' } })}
          >
            {text.toRecords}
          </Link>
        </span>
      </div>
      {hasFailed && <Causes flow={flow} />}
    </section>
  )
}

/** Why: the causes that hold most records first, each in the words of its newest record. */
function Causes({ flow }: { readonly flow: Flow }) {
  const text = useText()
  const { number } = useFormat()
  const { data } = useQuery(
    api.errorGroup.search.query({
      body: { strategy_id: flow.strategy_id, status: ['open', 'progress'], sort: '-count', pageSize: 5 },
    }),
  )
  const groups = data?.content ?? []
  return (
    <ul aria-label={text.why}>
      {groups.map(({ id, message: why, open_count }) => (
        <li key={id}>
          <Link to={errorList.href({ search: { strategy: flow.strategy_id, open: id } })}>{why}</Link> ×{' '}
          {number(open_count)}
        </li>
      ))}
    </ul>
  )
}

function Again({ flow }: { readonly flow: Flow }) {
  const text = useText()
  const again = useMutation({
    mutationFn: () => api.strategyData.processAll({ params: { strategy: flow.strategy_id }, body: { kind: 'remap' } }),
    onSuccess: async () => {
      message.success(text.againDone)
      await queryClient.invalidateQueries({ queryKey: ['installation'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <CanButton
      size="small"
      icon={<RedoOutlined />}
      authority="strategy:update"
      loading={again.isPending}
      aria-label={text.againOf(flow.title)}
      onClick={() => again.mutate()}
    >
      {text.again}
    </CanButton>
  )
}
