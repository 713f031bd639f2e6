import { sayWords } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { shareReadings, sightOf } from '../digraph/index.ts'
import { createBookReader, isInSystem, type LineageBook } from './book.ts'
import type { HistoryPicture, LineageEntry, lineage } from './contract.ts'
import { listFields } from './list-fields.ts'
import { readPicture } from './picture.ts'
import { type Start, traceValue } from './trace.ts'
import { headings, kindWords, useWords } from './words.ts'

export interface LineageDeps {
  readonly now: () => number
}

const PICTURE_AGE_MS = 20_000

export function createLineageRoutes({ now }: LineageDeps): Handlers<typeof lineage> {
  const readBook = createBookReader()
  const trace = async (query: Query, ctx: RouteContext) => {
    const book = await readBook(ctx)
    requirePlace(book, query)
    return traceValue(book, startOf(query))
  }
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
    trace: async ({ query }, ctx) => ({ ...(await trace(query, ctx)), at: new Date(now()).toISOString() }),
    async export({ query }, ctx) {
      const { entries } = await trace(query, ctx)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'lineage', after: { ...query } }))
      return new FileAnswer('where-it-goes.csv', 'text/csv; charset=utf-8', write(entries, ctx))
    },
  }
}

type Query = Parameters<Handlers<typeof lineage>['trace']>[0]['query']
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

async function* write(entries: readonly LineageEntry[], { language }: RouteContext): AsyncGenerator<string> {
  const say = (words: Parameters<typeof sayWords>[0]) => sayWords(words, language)
  yield CSV_START + writeCsvLine(headings.names.map(say))
  for (const { step, kind, name, strategy_name: strategy, use, reads, field, is_sure: isSure } of entries)
    yield writeCsvLine([
      ...[step, say(kindWords[kind]), name, strategy, say(useWords[use])],
      ...[reads === '' ? say(headings.all) : reads, field === '' ? say(headings.any) : field],
      say(isSure ? headings.sure : headings.perhaps),
    ])
}
