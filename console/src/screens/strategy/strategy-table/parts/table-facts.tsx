import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import type { TablePage } from '../types.ts'
import { useText } from '../use-text.ts'
import type { View } from '../view-search.ts'
import { type GridRow, isWrong } from './table-grid.tsx'

export interface TableFactsProps {
  readonly strategyId: string
  readonly view: View
  readonly pages: readonly Pick<TablePage, 'looked' | 'unjudged' | 'order'>[] | undefined
  readonly rows: readonly GridRow[]
  readonly hasNext: boolean
}

/** How much there is, as far as it is known, and what of it is wrong, missing or could not be judged. */
export function TableFacts({ strategyId, view, pages, rows, hasNext }: TableFactsProps) {
  const text = useText()
  const format = useFormat()
  const isLooked = view.conditions.length > 0
  const counted = useQuery({
    ...api.strategyData.count.query({ params: { strategy: strategyId }, body: view.filter }),
    enabled: !isLooked,
  }).data?.content
  if (!pages) return null
  const sum = (name: 'looked' | 'unjudged') => pages.reduce((all, page) => all + page[name], 0)
  const order = pages[0]?.order ?? view.order
  const total = counted && (counted.is_more ? text.moreThan : text.all)(format.number(counted.count))
  return (
    <>
      <p className="tb-facts" aria-live="polite">
        {isLooked ? text.looked(format.number(sum('looked')), format.number(rows.length)) : total}
        <span>{text.shown(format.number(rows.length))}</span>
        <span>{hasNext ? text.goesOn : text.end}</span>
        <span title={text.orderHint}>{text.orders[order]}</span>
      </p>
      <Warnings rows={rows} unjudged={sum('unjudged')} />
    </>
  )
}

/** Never silence about what is missing: a table that looks whole is whole. */
export function Warnings({ rows, unjudged }: { readonly rows: readonly GridRow[]; readonly unjudged: number }) {
  const text = useText()
  const format = useFormat()
  const [wrong, lacking] = [rows.filter(isWrong).length, rows.filter(({ lack }) => lack !== null).length]
  return (
    <>
      {unjudged > 0 && <Alert type="warning" showIcon title={text.unjudged(format.number(unjudged))} />}
      {lacking > 0 && <Alert type="warning" showIcon title={text.lacking(format.number(lacking))} />}
      {wrong > 0 && <Alert type="error" showIcon title={text.wrong(format.number(wrong))} />}
    </>
  )
}
