import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Table } from 'antd'
import { Link } from 'react-router'
import { useAmount } from '../../../../lib/amount.ts'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { billingList } from '../../billing/pages.ts'
import { usePlatformNames } from '../../recon-account/public.ts'
import type { UnclassifiedGroup } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshItems } from './queries.ts'

/** The open list: what no rule takes, those alike together. */
export function Unclassified() {
  const text = useText().open
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(api.accountingItem.unclassified.query())
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.accountingItem.classify(),
    onSuccess: async ({ content }) => {
      message.success(text.classified(content.changed))
      await refreshItems(client)
    },
    onError: failure => message.error(describeError(failure).message),
  })
  const classify = (
    <CanButton authority="reconciliation:update" loading={isPending} onClick={() => mutate()}>
      {text.classify}
    </CanButton>
  )
  return (
    <Section title={text.title} text={text.text} extra={classify} isFlush>
      {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={4} />}
      {data?.content.length === 0 && <Empty isSmall title={text.none} />}
      {data !== undefined && data.content.length > 0 && <Groups groups={data.content} />}
    </Section>
  )
}

function Groups({ groups }: { readonly groups: readonly UnclassifiedGroup[] }) {
  const all = useText()
  const text = all.open
  const names = usePlatformNames()
  const amount = useAmount()
  const { number } = useFormat()
  return (
    <Table
      size="small"
      aria-label={text.title}
      rowKey={group => `${group.platform} ${group.kind} ${group.way} ${group.currency}`}
      dataSource={groups}
      pagination={{ pageSize: 20, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'platform', title: text.platform, render: (_, group) => names[group.platform] ?? group.platform },
        {
          key: 'kind',
          title: text.kind,
          render: (_, { kind, way }) => (
            <Link to={billingList.href({ search: { item_id: 'none', way, ...(kind !== '' && { kind }) } })}>
              {kind === '' ? text.noKind : kind}
            </Link>
          ),
        },
        { key: 'way', title: text.way, render: (_, group) => all.ways[group.way] },
        { key: 'count', title: text.count, align: 'end', render: (_, group) => number(group.count) },
        {
          key: 'amount',
          title: text.amount,
          align: 'end',
          render: (_, group) => <span className="sl-number">{`${amount(group.amount)} ${group.currency}`}</span>,
        },
      ]}
    />
  )
}
