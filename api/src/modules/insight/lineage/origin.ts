import { DEFAULT_MEMBERS } from '@sluice/contract'
import { flattenPath, isWithin, labelOf, type ValueFlow } from '@sluice/engine'
import type { KnownStrategy, LineageBook } from './book.ts'
import type { LineageOrigin, LineageOrigins } from './contract.ts'
import { isOverridden } from './trace.ts'

const MOST_ORIGINS = 500

interface Held {
  readonly strategy: KnownStrategy
  readonly side: 'source' | 'mapped'
  readonly path: string
  readonly isSure: boolean
  readonly step: number
}

type From = Omit<Held, 'isSure' | 'step'> & Pick<LineageOrigin, 'use'> & { readonly isSure?: boolean }

/** Everything that the value of a field is made of, nearest first: fields that are read, and who writes those. */
export function findOrigins(book: LineageBook, start: Omit<Held, 'isSure' | 'step'>): LineageOrigins {
  const origins: LineageOrigin[] = []
  const known = new Set([keyOf(start)])
  const list: Held[] = [{ ...start, isSure: true, step: 0 }]
  // The list grows while it is read.
  for (const held of list)
    for (const { use, isSure = true, ...from } of cameFrom(book, held)) {
      if (known.has(keyOf(from))) continue
      known.add(keyOf(from))
      const next = { ...from, isSure: held.isSure && isSure, step: held.step + 1 }
      const { strategy, side, path } = from
      if (origins.length === MOST_ORIGINS) return tell(book, origins, true)
      origins.push({
        ...{ strategy_id: strategy.id, strategy_name: strategy.name, side, field: path, use },
        ...{ is_sure: next.isSure, step: next.step },
      })
      list.push(next)
    }
  return tell(book, origins, false)
}

const keyOf = ({ strategy, side, path }: Pick<Held, 'strategy' | 'side' | 'path'>): string =>
  `${strategy.id} ${side} ${path}`

const tell = (book: LineageBook, origins: LineageOrigin[], isCut: boolean): LineageOrigins => ({
  origins,
  unread: book.unread.map(({ name }) => name),
  is_partial: book.isPartial,
  is_cut: isCut || book.isShort,
})

const cameFrom = (book: LineageBook, held: Held): Generator<From> =>
  held.side === 'mapped' ? mappedFrom(book, held) : storedFrom(book, held)

function* mappedFrom({ strategies }: LineageBook, { strategy, path }: Held): Generator<From> {
  for (const flow of strategy.flows.own) {
    const from = flow.use === 'copy' && isOverridden(strategy, path) ? null : back(path, flow)
    if (from !== null) yield { strategy, side: 'source', path: from, use: flow.use, isSure: flow.isSure }
  }
  for (const flow of strategy.flows.found) {
    const other = strategies.find(({ id }) => id === flow.strategyId)
    const from = back(path, flow)
    if (other && from !== null && !from.startsWith('$'))
      yield { strategy: other, side: 'source', path: labelOf(from), use: flow.use, isSure: flow.isSure }
  }
}

/** What of a flow's source becomes the asked field; null: nothing. */
function back(path: string, { from, to, isCopy }: ValueFlow): string | null {
  if (to === null) return null
  if (!isWithin(path, to)) return isWithin(to, path) ? from : null
  const rest = path.slice(to.length).replace(/^\./, '')
  if (!isCopy || rest === '') return from
  return from === '' ? rest : `${from}${rest.startsWith('[]') ? '' : '.'}${rest}`
}

function* storedFrom({ strategies }: LineageBook, { strategy, path }: Held): Generator<From> {
  const { source, flows } = strategy
  const own = unflatten(path, flows.flatten)
  if (flows.readsStrategy !== null) {
    const other = strategies.find(({ id }) => id === flows.readsStrategy)
    for (const inner of ungroup(own, flows.group))
      if (other) yield { strategy: other, side: 'source', path: inner, use: 'record' }
    return
  }
  for (const other of strategies) {
    const { target } = other
    if (target.connector === source.connector && target.resource === source.resource && writes(other, own))
      yield { strategy: other, side: 'mapped', path: own, use: 'record' }
    for (const flow of other.flows.handedOn) {
      const from = flow.strategyId === strategy.id ? back(own, flow) : null
      if (from !== null) yield { strategy: other, side: 'source', path: from, use: 'callback', isSure: flow.isSure }
    }
  }
}

const writes = ({ flows }: KnownStrategy, path: string): boolean =>
  flows.own.some(({ to, use }) => to === '' && (use === 'copy' || use === 'script')) ||
  flows.targets.some(target => isWithin(path, target) || isWithin(target, path))

/** The names that a field had before lists became rows. */
function unflatten(path: string, lists: readonly string[]): string {
  const candidates = lists.map(list => {
    const name = list.replaceAll('.', '_')
    return `${name}[].${path.slice(name.length + 1)}`
  })
  return candidates.find(each => each !== path && flattenPath(each, lists) === path) ?? path
}

/** The field of single records behind one of their groups. */
function ungroup(path: string, group: KnownStrategy['flows']['group']): string[] {
  if (group === null) return [path]
  const { calculate = [], members = DEFAULT_MEMBERS } = group
  const calculated = calculate.find(({ name }) => name === path)
  if (calculated) return calculated.field === undefined ? [] : [labelOf(calculated.field)]
  return [path.startsWith(`${members}[].`) ? path.slice(members.length + 3) : path]
}
