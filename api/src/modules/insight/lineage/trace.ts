import {
  type FlowUse,
  flattenPath,
  follow,
  groupPaths,
  isTouched,
  isWithin,
  labelOf,
  type ValueFlow,
} from '@sluice/engine'
import type { KnownStrategy, LineageBook } from './book.ts'
import type { LineageEntry, LineageKind, LineageTrace, LineageUse } from './contract.ts'
import { isNear, type Reader, readersOf } from './readers.ts'

/** Where a value begins. */
export type Start =
  | { readonly strategy: string; readonly side: 'source' | 'mapped'; readonly field: string }
  | { readonly connector: string; readonly resource: string; readonly field: string }

/** A field of a strategy's records that the value is in. */
interface Held {
  readonly strategy: KnownStrategy
  readonly side: 'source' | 'mapped'
  readonly path: string
  readonly isSure: boolean
  readonly step: number
  readonly before: number | null
}

const MOST_ENTRIES = 2000

type Found = Omit<LineageTrace, 'at'>

/** What is downstream of fields, nearest first, up to what a list can hold. */
export function traceValue(book: LineageBook, starts: readonly Start[]): Found {
  const walk = new Walk(book, starts)
  const entries: LineageEntry[] = []
  for (const entry of walk.go()) {
    if (entries.length === MOST_ENTRIES) return walk.tell(entries, true)
    entries.push(entry)
  }
  return walk.tell(entries, false)
}

/** All of it, one by one, however much it is. */
export const walkValue = (book: LineageBook, start: Start): Generator<LineageEntry> => new Walk(book, [start]).go()

class Walk {
  readonly #book: LineageBook
  readonly #byId: ReadonlyMap<string, KnownStrategy>
  readonly #entries: LineageEntry[] = []
  readonly #known = new Map<string, number>()
  readonly #lit = new Map<string, boolean>()
  readonly #systems = new Set<string>()
  readonly #visited = new Set<string>()
  readonly #sure: Held[] = []
  readonly #unsure: Held[] = []
  #sureDone = 0
  #unsureDone = 0

  constructor(book: LineageBook, starts: readonly Start[]) {
    this.#book = book
    this.#byId = new Map(book.strategies.map(each => [each.id, each]))
    for (const start of starts) this.#begin(start)
  }

  #begin(start: Start): void {
    const at = { isSure: true, step: 0, before: null }
    if ('strategy' in start) {
      const strategy = this.#byId.get(start.strategy)
      if (strategy) this.#hold({ strategy, side: start.side, path: start.field, ...at })
      return
    }
    this.#systems.add(start.connector)
    this.#readSystem(start.connector, start.resource, start.field, at)
  }

  /** What is sure goes first, so that nothing is called unsure that a longer way is sure of. */
  *go(): Generator<LineageEntry> {
    let told = 0
    for (let held = this.#next(); held; held = this.#next()) {
      this.#systems.add(held.side === 'source' ? held.strategy.source.connector : held.strategy.target.connector)
      if (held.side === 'source') this.#readStored(held)
      else this.#readMapped(held)
      for (const reader of readersOf(this.#book, held)) this.#add(reader, held)
      yield* this.#entries.slice(told)
      told = this.#entries.length
    }
    if (this.#visited.size > 0) this.#addBoards()
    yield* this.#entries.slice(told)
  }

  tell(entries: readonly LineageEntry[], isCut: boolean): Found {
    const { unseen, unread, isPartial, isShort } = this.#book
    return {
      entries: [...entries],
      lit: [...this.#lit].map(([strategy_id, is_sure]) => ({ strategy_id, is_sure })),
      systems: [...this.#systems],
      unseen: [...unseen],
      unread: unread.map(({ name }) => name),
      is_partial: isPartial,
      is_cut: isCut,
      is_short: isShort,
    }
  }

  #next(): Held | undefined {
    if (this.#sureDone < this.#sure.length) return this.#sure[this.#sureDone++]
    return this.#unsure[this.#unsureDone++]
  }

  #hold(held: Held): void {
    const key = `${held.strategy.id} ${held.side} ${held.path}`
    if (this.#visited.has(`${key} sure`) || (!held.isSure && this.#visited.has(key))) return
    this.#visited.add(held.isSure ? `${key} sure` : key)
    if (held.side === 'mapped') this.#lit.set(held.strategy.id, held.isSure || this.#lit.get(held.strategy.id) === true)
    const list = held.isSure ? this.#sure : this.#unsure
    list.push(held)
  }

  /** @returns its place in the list; null: it was there, and as sure */
  #add(reader: Reader, held: Pick<Held, 'step' | 'before' | 'isSure'>): number {
    const { kind, objectId, strategy, use, reads, field = null, name } = reader
    const isSure = held.isSure && reader.isSure !== false
    const key = JSON.stringify([kind, objectId, use, reads, field, strategy?.id])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const id = this.#entries.length
    this.#known.set(key, id)
    this.#entries.push({
      ...{ id, kind, object_id: objectId, name, use, reads, field, is_sure: isSure },
      ...{ strategy_id: strategy?.id ?? null, strategy_name: strategy?.name ?? '' },
      ...{ step: held.step + 1, before: held.before },
    })
    return id
  }

  /** By a way of a strategy, and on from where it leads. */
  #along(strategy: KnownStrategy, way: Way, held: Held): void {
    const { flow, side, to } = way
    const isSure = held.isSure && flow.isSure
    const before = this.#add({ ...readerOf(strategy, flow.use, flow.from, to), isSure: flow.isSure }, held)
    if (to !== null) this.#hold({ strategy, side, path: to, isSure, step: held.step + 1, before })
  }

  #readStored(held: Held): void {
    const { strategy, path } = held
    for (const flow of strategy.flows.own)
      if (isTouched(path, flow) && !(flow.use === 'copy' && isOverridden(strategy, path)))
        this.#along(strategy, { flow, side: 'mapped', to: follow(path, flow) }, held)
    for (const other of this.#book.strategies) {
      for (const flow of other.flows.found)
        if (
          flow.strategyId === strategy.id &&
          askedPaths(flow.from, strategy).some(from => isTouched(path, { ...flow, from }))
        )
          this.#along(other, { flow, side: 'mapped', to: follow(path, flow) }, held)
      if (other.flows.readsStrategy === strategy.id) this.#readRecords(other, held)
    }
    for (const flow of strategy.flows.handedOn) {
      const other = this.#byId.get(flow.strategyId)
      const to = isTouched(path, flow) ? follow(path, flow) : null
      if (other && to !== null)
        this.#along(other, { flow, side: 'source', to: flattenPath(to, other.flows.flatten) }, held)
    }
  }

  /** Stored records that another strategy reads as its source, one by one or in groups. */
  #readRecords(other: KnownStrategy, held: Held): void {
    const { group, flatten } = other.flows
    for (const name of group ? groupPaths(held.path, group) : [held.path])
      this.#along(other, { flow: asRecord(held.path), side: 'source', to: flattenPath(name, flatten) }, held)
  }

  #readMapped(held: Held): void {
    const { strategy, path } = held
    for (const flow of strategy.flows.mapped)
      if (isTouched(path, flow)) this.#along(strategy, { flow, side: 'mapped', to: null }, held)
    this.#readSystem(strategy.target.connector, strategy.target.resource, path, held)
  }

  #readSystem(connector: string, resource: string, path: string, held: Pick<Held, 'step' | 'before' | 'isSure'>): void {
    for (const strategy of this.#book.strategies) {
      const { source, flows } = strategy
      if (source.connector !== connector || source.resource !== resource) continue
      const to = flattenPath(path, flows.flatten)
      const before = this.#add(readerOf(strategy, 'record', path, to), held)
      this.#hold({ strategy, side: 'source', path: to, isSure: held.isSure, step: held.step + 1, before })
    }
    const asset = /^asset:([0-9a-f-]{36})@/.exec(resource)?.[1]
    for (const { id, name, asset_id, connector_id, fields } of this.#book.assets)
      if (asset_id === asset && connector_id === connector)
        for (const field of fields)
          if (isNear(path, field))
            this.#add({ kind: 'asset', objectId: id, name, use: 'published', reads: field }, held)
  }

  #addBoards(): void {
    const begun = { step: 0, before: null, isSure: true }
    for (const { id, name } of this.#book.boards)
      this.#add({ kind: 'dashboard', objectId: id, name, use: 'counts', reads: '' }, begun)
  }
}

interface Way {
  readonly flow: ValueFlow
  readonly side: 'source' | 'mapped'
  readonly to: string | null
}

const asRecord = (from: string): ValueFlow => ({
  ...{ from, to: from, use: 'record', isSure: true, isCopy: true, isShallow: false },
})

const readerOf = (strategy: KnownStrategy, use: FlowUse & LineageUse, reads: string, field: string | null): Reader => ({
  ...{
    kind: 'strategy' satisfies LineageKind,
    objectId: strategy.id,
    name: strategy.name,
    strategy,
    use,
    reads,
    field,
  },
})

/** What is mapped under its name is not copied. */
export const isOverridden = ({ flows }: KnownStrategy, path: string): boolean =>
  flows.targets.some(target => !target.includes('.') && !target.includes('[') && path !== '' && isWithin(path, target))

/** A look-up may ask for the key or the number, whatever fields they are. */
function askedPaths(from: string, { key, number }: KnownStrategy): readonly string[] {
  if (from === '$key') return key.map(path => labelOf(path))
  if (from === '$number') return number === null ? key.map(path => labelOf(path)) : [labelOf(number)]
  // The id that the target gave it is made there.
  return from === '$target' ? [] : [labelOf(from)]
}
