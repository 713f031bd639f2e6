import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import { assetForm } from '../../../asset/asset/pages.ts'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { reportEdit } from '../../../insight/aggregate/pages.ts'
import { mappingDetail } from '../../../mapping/mapping/pages.ts'
import { strategyDetail } from '../pages.ts'
import { TagList } from '../parts/tag-list.tsx'
import { useMoreText } from '../texts/use-more-text.ts'
import type { Strategy } from '../types.ts'

type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']
type Answer = ContentOut<StrategyModule['uses']>
type Use = Answer['uses'][number]
type User = Answer['used_by'][number]

/** How others name the strategy, whose it is, what it uses and what uses it. */
export function MoreTab({ strategy }: { readonly strategy: Strategy }) {
  return (
    <>
      <Facts strategy={strategy} />
      <References strategyId={strategy.id} />
    </>
  )
}

function Facts({ strategy }: { readonly strategy: Strategy }) {
  const text = useMoreText()
  const format = useFormat()
  const items = [
    { key: 'id', label: text.id, children: <CopyText isShown value={strategy.id} label={text.copyId} /> },
    { key: 'code', label: text.code, children: strategy.code },
    { key: 'group', label: text.group, children: strategy.group || '–' },
    { key: 'tags', label: text.tags, children: <TagList tags={strategy.tags} /> },
    { key: 'owner', label: text.owner, children: strategy.owner?.name ?? '–' },
    { key: 'remark', label: text.remark, children: strategy.remark || '–' },
    { key: 'created', label: text.created, children: format.time(strategy.created_at) },
    { key: 'updated', label: text.updated, children: format.time(strategy.updated_at) },
  ]
  return (
    <Section title={text.facts}>
      <Descriptions column={{ xs: 1, md: 2 }} size="small" items={items} />
    </Section>
  )
}

function References({ strategyId }: { readonly strategyId: string }) {
  const text = useMoreText()
  const { data, error, isFetching, refetch } = useQuery(api.strategy.uses.query({ params: { id: strategyId } }))
  const shared = { error, isFetching, onReload: () => void refetch() }
  return (
    <>
      <Section title={text.uses} text={text.usesText}>
        <DataTable<Use>
          {...shared}
          id="strategy-uses"
          label={text.uses}
          columns={columnsOf<Use>(text.columns, row => text.kinds[row.kind], toUse)}
          rowKey={row => `${row.kind} ${row.id}`}
          rows={data?.content.uses}
          empty={<Empty isSmall title={text.usesNone} />}
        />
      </Section>
      <Section title={text.usedBy} text={text.usedByText}>
        <DataTable<User>
          {...shared}
          id="strategy-users"
          label={text.usedBy}
          columns={columnsOf<User>(
            text.columns,
            row => text.usedKinds[row.kind],
            row => toUser(row, text.privateReport),
          )}
          rowKey={row => `${row.kind} ${row.report_id ?? row.strategy_id}`}
          rows={data?.content.used_by}
          empty={<Empty isSmall title={text.usedByNone} />}
        />
      </Section>
    </>
  )
}

interface Place {
  readonly name: string
  readonly href: string
}

const columnsOf = <T,>(
  titles: { readonly kind: string; readonly name: string },
  kindOf: (row: T) => string,
  placeOf: (row: T) => Place,
): DataColumn<T>[] => [
  { key: 'kind', title: titles.kind, width: 220, render: (_, row) => kindOf(row) },
  {
    key: 'name',
    title: titles.name,
    ellipsis: true,
    isAlwaysShown: true,
    render: (_, row) => <Link to={placeOf(row).href}>{placeOf(row).name}</Link>,
  },
]

function toUse({ kind, id, name }: Use): Place {
  const params = { id }
  if (kind === 'connector') return { name, href: connectorDetail.href({ params }) }
  if (kind === 'asset') return { name, href: assetForm.href({ params }) }
  if (kind === 'map') return { name, href: mappingDetail.href({ params }) }
  return { name, href: strategyDetail.href({ params }) }
}

function toUser({ strategy_id: strategy, strategy_name, report_id, report_name }: User, hidden: string): Place {
  if (report_id === null) return { name: strategy_name, href: strategyDetail.href({ params: { id: strategy } }) }
  if (report_name === '') return { name: hidden, href: strategyDetail.href({ params: { id: strategy } }) }
  return { name: report_name ?? '', href: reportEdit.href({ params: { strategy, id: report_id } }) }
}
