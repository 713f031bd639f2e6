import { isWithin, labelOf } from '@sluice/engine'
import type { KnownStrategy, LineageBook } from './book.ts'
import type { LineageKind, LineageUse } from './contract.ts'
import type { ReportRow } from './store.ts'

/** What reads a field. */
export interface Reader {
  readonly kind: LineageKind
  readonly objectId: string
  readonly name: string
  readonly strategy?: KnownStrategy
  readonly use: LineageUse
  readonly reads: string
  readonly field?: string | null
  readonly isSure?: boolean
}

interface Asked {
  readonly strategy: KnownStrategy
  readonly side: 'source' | 'mapped'
  readonly path: string
}

/** Whether one of them lies in the other. */
export const isNear = (path: string, other: string): boolean => isWithin(path, other) || isWithin(other, path)

/** Everything but strategies that reads a field of a strategy's records. */
export function* readersOf(book: LineageBook, asked: Asked): Generator<Reader> {
  const { strategy, side, path } = asked
  for (const report of book.reports)
    if (report.strategy_id === strategy.id && report.definition.side === side)
      for (const [use, reads] of readsOfReport(report))
        if (isNear(path, reads)) yield { kind: 'report', objectId: report.id, name: report.name, strategy, use, reads }
  for (const { id, title, view, strategy_id } of book.shares) {
    if (strategy_id !== strategy.id || view.side !== side) continue
    const one = { kind: 'share', objectId: id, name: title, strategy } as const
    for (const reads of dataIn(view.columns)) if (isNear(path, reads)) yield { ...one, use: 'column', reads }
    for (const reads of dataIn((view.conditions ?? []).map(({ column }) => column)))
      if (isNear(path, reads)) yield { ...one, use: 'filter', reads }
  }
  if (side === 'source') yield* readersAtGateway(book, strategy, path)
  else yield* readersInReconciliation(book, strategy, path)
}

const dataIn = (columns: readonly { readonly of: string; readonly name: string }[]): string[] =>
  columns.flatMap(({ of, name }) => (of === 'data' ? [labelOf(name)] : []))

/** Elements of the list that is laid out lie under its own name in a report. */
function readsOfReport({ definition }: ReportRow): (readonly [LineageUse, string])[] {
  const { expand, group_by: groups, metrics, conditions } = definition
  const within = (name: string): string => {
    const label = labelOf(name)
    return expand !== null && label.startsWith(`${expand}.`) ? `${expand}[]${label.slice(expand.length)}` : label
  }
  return [
    ...(expand === null ? [] : [['list', `${expand}[]`] as const]),
    ...groups.flatMap(({ field }) => (field.of === 'data' ? [['group', within(field.name)] as const] : [])),
    ...metrics.flatMap(({ field }) => (field?.of === 'data' ? [['measure', within(field.name)] as const] : [])),
    ...conditions.flat().map(({ field }) => ['filter', within(field)] as const),
  ]
}

/** Published are fields as they were read. The key and the number can be asked for. */
function* readersAtGateway({ scopes }: LineageBook, strategy: KnownStrategy, path: string): Generator<Reader> {
  const askable = [
    ...(strategy.key.length === 1 ? strategy.key : []),
    ...(strategy.number === null ? [] : [strategy.number]),
  ]
  for (const { id, name, strategy_id, fields, row_filter: filter } of scopes) {
    if (strategy_id !== strategy.id) continue
    const one = { kind: 'gateway', objectId: id, name, strategy } as const
    for (const reads of fields) if (isNear(path, reads)) yield { ...one, use: 'published', reads }
    for (const reads of new Set([...filter.map(({ field }) => field), ...askable]))
      if (isNear(path, labelOf(reads))) yield { ...one, use: 'filter', reads }
  }
}

const LINES = /^reconciliation\.[ab]\.push$/
/** Of a line: what rules bring lines together by. The amount is compared by all of them. */
const COLUMNS: Readonly<Record<string, string>> = {
  order_no: 'order',
  parent_order: 'parent_order',
  batch_no: 'batch',
  item: 'item',
  account: 'account',
  occurred_at: 'day',
}
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'amount_minor', 'currency'])

function* readersInReconciliation(book: LineageBook, strategy: KnownStrategy, path: string): Generator<Reader> {
  const { target, account } = strategy
  const platform = book.connectors.find(({ id }) => id === target.connector)?.platform_id
  if (platform !== 'self' || !LINES.test(target.resource)) return
  const fields = path === '' ? [...Object.keys(COLUMNS), ...AMOUNTS] : [path]
  for (const { id, name, rules, accounts } of book.matchFlows) {
    if (account !== null && !accounts.includes(account)) continue
    for (const field of fields) {
      const column = Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined
      const found = rules.filter(({ keys }) => AMOUNTS.has(field) || (column !== undefined && keys.includes(column)))
      // Which account a line is of is told by the line, where the mapping does not say so.
      for (const rule of found)
        yield {
          ...{ kind: 'reconciliation', objectId: id, name, strategy, use: 'rule', reads: field, field: rule.id },
          isSure: account !== null && path !== '',
        }
    }
  }
}
