import { type Data, type ReadWindow, Resource, SourceConfig, toJson, toText } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { Connection, Source, SourcePage } from '../connector.ts'
import type { Bench } from './bench.ts'
import { corpusFields, makeCorpus, makeRecords } from './corpus.ts'
import type { GivenRecords, SourcePlace, SourceSuite } from './options.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000002'
/** Neither a divisor of the page size nor a multiple. */
const RECORD_COUNT = 53
const PAGE_SIZE = 10

/** Reading: exactly once, resumable, lazy, equal, and never silent about what is missing. */
export function addSourceTests(suite: SourceSuite, bench: Bench): void {
  const tools = createSourceTools(suite, bench)
  describe('source', () => {
    addReadingTests(suite, bench, tools)
    addStoppingTests(suite, bench, tools)
    addDescriptionTests(suite, bench, tools)
    if (suite.windowField !== undefined) addWindowTests(suite, suite.windowField, bench, tools)
  })
}

type SourceTools = ReturnType<typeof createSourceTools>

function createSourceTools(suite: SourceSuite, bench: Bench) {
  const waived = new Set(Object.keys(suite.waived ?? {}))
  const fields = corpusFields.filter(field => !waived.has(field.name))
  const trim = (record: Data): Data => Object.fromEntries(fields.map(field => [field.name, record[field.name]!])) // every record has every field
  const expected = (record: Data): Data => suite.expected?.(trim(record)) ?? trim(record)
  return {
    fields,
    trim,
    expected,
    put: async (records: readonly Data[]) => {
      if (!suite.put) throw new Error('the suite needs put or given')
      return suite.put(records.map(trim), fields, bench.fixture())
    },
    /** Records to read, in the form they come back in. */
    prepare: async (): Promise<GivenRecords> => {
      if (suite.given) return suite.given(bench.fixture())
      const records = makeRecords(RECORD_COUNT)
      const place = await suite.put?.(records.map(trim), fields, bench.fixture())
      if (!place) throw new Error('the suite needs put or given')
      return { place, records: records.map(expected) }
    },
    /** Opens a source at a place, runs, closes both. */
    use: <T>(place: SourcePlace, run: (source: Source, connection: Connection) => Promise<T>): Promise<T> =>
      bench.use(async connection => {
        const source = await openSource(connection, place)
        try {
          return await run(source, connection)
        } finally {
          await source.close()
        }
      }),
    readAll: async (source: Source, from: Partial<ReadFrom> = {}): Promise<SourcePage[]> => {
      const pages: SourcePage[] = []
      for await (const page of source.read(makeRequest(from))) pages.push(page)
      for (const page of pages) bench.evidence.note({ request: page.request, cursor: page.cursor })
      return pages
    },
  }
}

interface ReadFrom {
  readonly cursor: string | null
  readonly window: ReadWindow | null
  readonly pageSize: number
  readonly signal: AbortSignal
}
const makeRequest = (from: Partial<ReadFrom>): ReadFrom => ({
  cursor: null,
  window: null,
  pageSize: PAGE_SIZE,
  signal: new AbortController().signal,
  ...from,
})

function openSource(connection: Connection, place: SourcePlace): Promise<Source> {
  if (!connection.openSource) throw new Error('the connector cannot be a source')
  return connection.openSource(SourceConfig.parse({ key: ['id'], ...place, connector_id: CONNECTOR_ID }))
}

const dataOf = (pages: readonly SourcePage[]): Data[] =>
  pages.flatMap(page =>
    page.records.map(record => {
      if (record.failure) throw new Error(`a record was refused: ${record.failure.message}`)
      return record.data
    }),
  )
/** Records as sorted JSON text, so that numbers are compared digit by digit and order does not matter. */
const normalise = (records: readonly Data[]): string[] =>
  records
    .map(record => toJson(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
    .toSorted()

function addReadingTests(suite: SourceSuite, bench: Bench, tools: SourceTools): void {
  test('reads every record exactly once, in pages, and ends with a null cursor', async ctx => {
    bench.require(ctx)
    const { place, records } = await tools.prepare()
    const pages = await tools.use(place, source => tools.readAll(source))
    expect(normalise(dataOf(pages))).toEqual(normalise(records))
    expect(pages.at(-1)?.cursor).toBeNull()
    expect(pages.slice(0, -1).every(page => page.cursor !== null)).toBe(true)
    if (!suite.ownPageSize) {
      expect(Math.max(...pages.map(page => page.records.length))).toBeLessThanOrEqual(PAGE_SIZE)
      expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(records.length / PAGE_SIZE))
    }
  })

  test('goes on after any page from its cursor, losing and repeating nothing', async ctx => {
    bench.require(ctx)
    const { place } = await tools.prepare()
    const pages = await tools.use(place, source => tools.readAll(source))
    for (const [index, page] of pages.entries()) {
      if (page.cursor === null) continue
      // A new connection each time: the cursor alone must carry the position.
      const rest = await tools.use(place, source => tools.readAll(source, { cursor: page.cursor }))
      expect(normalise(dataOf(rest)), `after page ${index + 1}`).toEqual(normalise(dataOf(pages.slice(index + 1))))
    }
  })

  test.runIf(suite.put !== undefined)('an empty resource is read without an error', async ctx => {
    bench.require(ctx)
    const pages = await tools.use(await tools.put([]), source => tools.readAll(source))
    expect(dataOf(pages)).toEqual([])
    expect(pages.at(-1)?.cursor ?? null).toBeNull()
  })

  test.runIf(suite.put !== undefined)('every value of the corpus arrives equal', async ctx => {
    bench.require(ctx)
    const corpus = makeCorpus()
    const pages = await tools.use(await tools.put(corpus), source => tools.readAll(source))
    expect(normalise(dataOf(pages))).toEqual(normalise(corpus.map(tools.expected)))
  })
}

function addStoppingTests(suite: SourceSuite, bench: Bench, tools: SourceTools): void {
  test('fetches a page only when the reader asks for it', async ctx => {
    bench.require(ctx)
    await tools.use((await tools.prepare()).place, async source => {
      const pages = source.read(makeRequest({}))[Symbol.asyncIterator]()
      await pages.next()
      const before = suite.countRequests?.()
      await new Promise(resolve => setTimeout(resolve, 100))
      expect(suite.countRequests?.()).toBe(before)
      await pages.return?.()
    })
  })

  test('stops within a second when aborted between pages', async ctx => {
    bench.require(ctx)
    await tools.use((await tools.prepare()).place, async source => {
      const stop = new AbortController()
      const pages = source.read(makeRequest({ signal: stop.signal }))[Symbol.asyncIterator]()
      await pages.next()
      stop.abort()
      const settled = await settleWithin(1000, pages.next())
      expect(settled, 'the reader settles within 1 s').not.toBe('late')
      expect(settled, 'no further page is given').not.toBe('page')
    })
  })

  test.runIf(suite.slow !== undefined)('stops within a second when aborted while it waits', async ctx => {
    bench.require(ctx)
    const place = await suite.slow?.(bench.fixture())
    if (!place) return
    await tools.use(place, async source => {
      const stop = new AbortController()
      const waiting = source
        .read(makeRequest({ signal: stop.signal }))
        [Symbol.asyncIterator]()
        .next()
      waiting.catch(() => undefined)
      await new Promise(resolve => setTimeout(resolve, 200))
      stop.abort()
      expect(await settleWithin(1000, waiting)).toBe('ended')
    })
  })
}

async function settleWithin(
  limitMs: number,
  next: Promise<IteratorResult<SourcePage>>,
): Promise<'ended' | 'page' | 'late'> {
  const settled = next.then(
    result => (result.done ? ('ended' as const) : ('page' as const)),
    () => 'ended' as const,
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), limitMs)
  })
  const first = await Promise.race([settled, late])
  clearTimeout(timer)
  return first
}

function addDescriptionTests(suite: SourceSuite, bench: Bench, tools: SourceTools): void {
  test('describe() names the fields of the resource', async ctx => {
    bench.require(ctx)
    const { place, records } = await tools.prepare()
    const resource = Resource.parse(await bench.use(each => each.describe(place.resource, place.options ?? {})))
    const names = new Set(records.flatMap(record => Object.keys(record)))
    for (const name of names)
      expect(
        resource.fields.map(field => field.name),
        'fields of the records',
      ).toContain(name)
    if (suite.given) return
    for (const field of tools.fields) {
      const found = resource.fields.find(each => each.name === field.name)
      expect(found, `field ${field.name} is described`).toBeDefined()
      if (!suite.guessesTypes && ['int', 'decimal', 'float', 'string'].includes(field.type))
        expect(found?.type, field.name).toBe(field.type)
    }
    if (suite.knowsKey !== false) expect(resource.key).toEqual(['id'])
  })

  test('discover() lists resources by unique id', async ctx => {
    bench.require(ctx)
    const { place } = await tools.prepare()
    const resources = await bench.use(connection => connection.discover())
    const ids = resources.map(resource => Resource.parse(resource).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeLessThanOrEqual(5000)
    if (suite.isDiscovered !== false) expect(ids).toContain(place.resource)
  })

  test.runIf(suite.missing !== null)('a missing resource is refused by name', async ctx => {
    bench.require(ctx)
    const missing = suite.missing ?? 'no_such_resource_7'
    const place = { ...(await tools.prepare()).place, resource: missing }
    const described = await bench.evidence.expectFailure(() =>
      bench.use(connection => connection.describe(missing, place.options ?? {})),
    )
    expect(described.message).toContain(missing)
    const read = await bench.evidence.expectFailure(() => tools.use(place, source => tools.readAll(source)))
    expect(read.message).toContain(missing)
  })
}

function addWindowTests(suite: SourceSuite, field: string, bench: Bench, tools: SourceTools): void {
  const boundOf = (record: Data): string => suite.bound?.(record) ?? toText(record[field])

  test('a window includes both of its bounds and nothing outside', async ctx => {
    bench.require(ctx)
    const { place, records } = await tools.prepare()
    // Our own records rise by themselves; a platform's are put in order as text.
    const rising = suite.given ? records.toSorted((a, b) => (boundOf(a) < boundOf(b) ? -1 : 1)) : records
    const [from, to] = [boundOf(rising[9]!), boundOf(rising[31] ?? rising.at(-1)!)] // there are at least 30 records
    const first = rising.findIndex(record => boundOf(record) === from)
    const end = rising.findLastIndex(record => boundOf(record) === to) + 1
    const window = { field, from, to }
    const pages = await tools.use(place, source => tools.readAll(source, { window }))
    expect(normalise(dataOf(pages))).toEqual(normalise(rising.slice(first, end)))
    const open = await tools.use(place, source => tools.readAll(source, { window: { ...window, from: null } }))
    expect(dataOf(open)).toHaveLength(end)
  })

  test('the high water is the greatest value there is, and a bound that includes it', async ctx => {
    bench.require(ctx)
    const { place, records } = await tools.prepare()
    await tools.use(place, async source => {
      if (!source.readHighWater) return
      const to = await source.readHighWater(field)
      expect(to).not.toBeNull()
      expect(dataOf(await tools.readAll(source, { window: { field, from: null, to } }))).toHaveLength(records.length)
    })
    if (suite.put)
      await tools.use(await tools.put([]), async source => {
        if (source.readHighWater) expect(await source.readHighWater(field)).toBeNull()
      })
  })
}
