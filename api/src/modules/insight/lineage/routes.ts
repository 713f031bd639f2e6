import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@sluice/db'
import { sayWords } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { shareReadings, sightOf } from '../digraph/index.ts'
import { createBookReader, isInSystem, type LineageBook, type Viewer } from './book.ts'
import type { HistoryPicture, LineageEntry, lineage } from './contract.ts'
import { findChangeImpact, findRemovalImpact } from './impact.ts'
import { listFields } from './list-fields.ts'
import { findOrigins } from './origin.ts'
import { readPicture } from './picture.ts'
import { type Start, traceValue, walkValue } from './trace.ts'
import { headings, kindWords, notes, useWords } from './words.ts'

export interface LineageDeps {
  readonly database: Database
  readonly now: () => number
}

const PICTURE_AGE_MS = 20_000

export function createLineageRoutes({ database, now }: LineageDeps): Handlers<typeof lineage> {
  const readBook = createBookReader()
  const readFor = async (query: Query, ctx: RouteContext) => {
    const book = await readBook(ctx)
    requirePlace(book, query)
    return book
  }
  const wholeOf = ({ principal }: Viewer): Viewer => ({
    tenant: (work, options) => database.withTenant(principal.tenantId, work, options),
    principal: { ...principal, groups: null, permissions: new Set(['*']) },
  })
  const impact = { readBook, wholeOf }
  const shared = shareReadings<HistoryPicture>(now)
  return {
    picture({ query: { day } }, ctx) {
      const at = new Date(now()).toISOString()
      return shared.get(sightOf(ctx.principal, day ?? ''), PICTURE_AGE_MS, () => readPicture(ctx, day, at))
    },
    async places(_, ctx) {
      const book = await readBook(ctx)
      return { strategies: book.strategies.map(({ id, name }) => ({ id, name })), places: placesIn(book) }
    },
    async fields({ query }, ctx) {
      const book = await readBook(ctx)
      requirePlace(book, query)
      return listFields(book, query)
    },
    async trace({ query }, ctx) {
      const book = await readFor(query, ctx)
      return { ...traceValue(book, [startOf(query)]), at: new Date(now()).toISOString() }
    },
    async origin({ query }, ctx) {
      const book = await readBook(ctx)
      const strategy = book.strategies.find(({ id }) => id === query.strategy)
      if (!strategy) throw refuse('notFound.strategy')
      return findOrigins(book, { strategy, side: query.side, path: query.field })
    },
    removal: ({ body }, ctx) => findRemovalImpact(impact, body, ctx),
    change: ({ body }, ctx) => findChangeImpact(impact, body, ctx),
    async export({ query }, ctx) {
      const book = await readFor(query, ctx)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'lineage', after: { ...query } }))
      return new FileAnswer('where-it-goes.csv', 'text/csv; charset=utf-8', write(book, query, ctx))
    },
  }
}

type Query = Parameters<Handlers<typeof lineage>['trace']>[0]['query']
type ExportQuery = Parameters<Handlers<typeof lineage>['export']>[0]['query']
type PlaceQuery = Omit<Query, 'field'>

/** @throws Failure `notFound.strategy` for one that the caller does not see */
function requirePlace({ strategies }: LineageBook, { strategy }: PlaceQuery): void {
  if (strategy !== undefined && !strategies.some(({ id }) => id === strategy)) throw refuse('notFound.strategy')
}

const startOf = ({ strategy, side, connector, resource, field }: Query): Start =>
  strategy === undefined
    ? // The contract wants one or the other.
      { connector: connector ?? '', resource: resource ?? '', field }
    : { strategy, side, field }

function placesIn({ strategies, connectors }: LineageBook) {
  const names = new Map(connectors.map(({ id, name }) => [id, name]))
  const found = new Map<
    string,
    { connector_id: string; connector_name: string; resource: string; strategies: number }
  >()
  for (const { source, target } of strategies)
    for (const place of [source, target]) {
      const name = names.get(place.connector)
      if (name === undefined || !isInSystem(place)) continue
      const key = `${place.connector} ${place.resource}`
      const known = found.get(key)
      if (known) known.strategies += 1
      else
        found.set(key, {
          ...{ connector_id: place.connector, connector_name: name },
          ...{ resource: place.resource, strategies: 1 },
        })
    }
  return [...found.values()].toSorted(
    (a, b) => a.connector_name.localeCompare(b.connector_name) || a.resource.localeCompare(b.resource),
  )
}

function isWanted(entry: LineageEntry, { keyword, kind, sure }: ExportQuery): boolean {
  const word = keyword?.toLowerCase()
  const { name, strategy_name: strategy, reads, field } = entry
  return (
    (kind === undefined || entry.kind === kind) &&
    (sure !== 'true' || entry.is_sure) &&
    (word === undefined || [name, strategy, reads, field ?? ''].some(text => text.toLowerCase().includes(word)))
  )
}

/** Lines until others have their turn. */
const LINES_AT_ONCE = 200

async function* write(book: LineageBook, query: ExportQuery, { language }: RouteContext): AsyncGenerator<string> {
  const say = (words: Parameters<typeof sayWords>[0]) => sayWords(words, language)
  yield CSV_START + writeCsvLine(headings.names.map(say))
  let lines = 0
  for (const entry of walkValue(book, startOf(query))) {
    if (!isWanted(entry, query)) continue
    const { step, kind, name, strategy_name: strategy, use, reads, field, is_sure: isSure } = entry
    yield writeCsvLine([
      ...[step, say(kindWords[kind]), name, strategy, say(useWords[use])],
      ...[reads === '' ? say(headings.all) : reads, field === '' ? say(headings.any) : field],
      say(isSure ? headings.sure : headings.perhaps),
    ])
    if (++lines % LINES_AT_ONCE === 0) await nextTurn()
  }
  const { isPartial, isShort, unread, unseen } = book
  if (isPartial) yield writeCsvLine([say(notes.partial)])
  if (unread.length > 0) yield writeCsvLine([say(notes.unread) + unread.map(({ name }) => name).join(', ')])
  if (unseen.length > 0) yield writeCsvLine([say(notes.unseen) + unseen.map(kind => say(kindWords[kind])).join(', ')])
  if (isShort) yield writeCsvLine([say(notes.short)])
}
