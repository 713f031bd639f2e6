import { recordStates } from '@sluice/contract'
import { type ChosenColumn, type Entered, readColumn, toComparison } from './model.ts'
import type { strategyTable } from './pages.ts'
import type { TableBody } from './types.ts'

export type Search = ReturnType<typeof strategyTable.useSearch>[0]
export type View = ReturnType<typeof toView>

export const noFilter = { where: [], status: [], keys: [], from: undefined, to: undefined }

/** The view as the server and a share take it. */
export function toView(search: Search, columns: readonly ChosenColumn[], entered: readonly Entered[]) {
  const status = recordStates.filter(code => search.status.includes(String(code)))
  return {
    side: search.side,
    columns: columns.map(({ column }) => column),
    filter: {
      ...(status.length > 0 && { status }),
      ...(search.keys.length > 0 && { keys: [...search.keys] }),
      ...(search.from !== undefined && { from: search.from }),
      ...(search.to !== undefined && { to: search.to }),
    },
    conditions: entered.flatMap(each => {
      const column = readColumn(each.column)
      return column === null ? [] : [{ column, ...toComparison(each) }]
    }),
    order: search.order,
  } satisfies Omit<TableBody, 'pageSize' | 'cursor'>
}

export type Kept = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** What a view keeps: what differs from an untouched table. */
export const toKept = ({ side, order, pin, from, to, ...lists }: Search): Kept => ({
  ...(side !== 'source' && { side }),
  ...(order !== 'record' && { order }),
  ...(pin !== 1 && { pin }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
})

export function fromKept(kept: Kept): Partial<Search> {
  const list = (name: string): readonly string[] => {
    const value = kept[name]
    return Array.isArray(value) ? value.map(String) : []
  }
  const words = (name: string) => (typeof kept[name] === 'string' ? kept[name] : undefined)
  return {
    ...{ cols: list('cols'), where: list('where'), status: list('status'), keys: list('keys') },
    ...{ from: words('from'), to: words('to'), pin: typeof kept['pin'] === 'number' ? kept['pin'] : 1 },
    side: kept['side'] === 'mapped' ? 'mapped' : 'source',
    order: kept['order'] === 'change' ? 'change' : 'record',
  }
}
