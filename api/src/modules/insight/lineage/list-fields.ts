import { labelOf } from '@sluice/engine'
import type { KnownStrategy, LineageBook } from './book.ts'

interface Asked {
  readonly strategy?: string | undefined
  readonly side: 'source' | 'mapped'
  readonly connector?: string | undefined
  readonly resource?: string | undefined
}

const MOST_FIELDS = 5000

/** Fields that can be asked about, in their order; not every one that there is. */
export function listFields(
  { strategies, scopes }: LineageBook,
  { strategy, side, connector, resource }: Asked,
): string[] {
  const found = new Set<string>()
  for (const each of strategies) {
    const isHere = ({ source, target }: KnownStrategy) => ({
      source: strategy === undefined ? is(source) : each.id === strategy && side === 'source',
      mapped: strategy === undefined ? is(target) : each.id === strategy && side === 'mapped',
    })
    const is = (place: KnownStrategy['source']) => place.connector === connector && place.resource === resource
    const here = isHere(each)
    if (here.source) for (const name of fieldsRead(each)) found.add(name)
    if (here.mapped) for (const name of listWritten(each)) found.add(name)
    if (here.source) for (const { strategy_id, fields } of scopes) if (strategy_id === each.id) addAll(found, fields)
  }
  return [...found]
    .filter(name => name !== '')
    .toSorted()
    .slice(0, MOST_FIELDS)
}

const addAll = (found: Set<string>, names: readonly string[]): void => {
  for (const name of names) found.add(name)
}

const fieldsRead = ({ seen, key, flows }: KnownStrategy): string[] => [
  ...seen,
  ...key.map(path => labelOf(path)),
  ...flows.own.flatMap(({ from, isSure }) => (isSure ? [from] : [])),
]

/** Target fields that are known to be written; with a copy, everything that is read. */
export const listWritten = (strategy: KnownStrategy): string[] => [
  ...strategy.flows.targets,
  ...(strategy.flows.own.some(({ use }) => use === 'copy') ? fieldsRead(strategy) : []),
]
