import {
  type Data,
  Failure,
  type ReadWindow,
  Resource,
  SourceConfig,
  toFailure,
  toJson,
  toText,
} from '@sluice/contract'
import { describe, expect } from 'vitest'
import { maxResources } from '../asset-store.ts'
import type { Account, Connection, Source, SourcePage } from '../connector.ts'
import type { Bench } from './bench.ts'
import { collectParts } from './collect-parts.ts'
import { clausesOf, corpusFields, makeCorpus, makeRecords, sourceValues } from './corpus.ts'
import { openProxy } from './cutting-proxy.ts'
import { findLine } from './find-line.ts'
import { addLookTest } from './look-section.ts'
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
    addValueTest(suite, bench, tools)
    addStoppingTests(suite, bench, tools)
    addLineTest(bench, tools)
    addMeteringTests(suite, bench, tools)
    addDescriptionTests(suite, bench, tools)
    addLookTest(suite, bench, {
      place: async () => (await tools.prepare()).place,
      read: async place => normalise(dataOf(await tools.use(place, source => tools.readAll(source)))),
    })
    if (suite.windowField === undefined) addNoWindowTest(bench, tools)
    else addWindowTests(suite, suite.windowField, bench, tools)
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
  const { check } = bench
  check(['C-6.1', 'C-12.1'], 'reads every record exactly once, in pages, and ends with a null cursor', async () => {
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

  check('C-6.2', 'goes on after any page from its cursor, losing and repeating nothing', async () => {
    const { place } = await tools.prepare()
    const pages = await tools.use(place, source => tools.readAll(source))
    for (const [index, page] of pages.entries()) {
      if (page.cursor === null) continue
      // A new connection each time: the cursor alone must carry the position.
      const rest = await tools.use(place, source => tools.readAll(source, { cursor: page.cursor }))
      expect(normalise(dataOf(rest)), `after page ${index + 1}`).toEqual(normalise(dataOf(pages.slice(index + 1))))
    }
  })

  if (suite.put)
    check('C-6.3', 'an empty resource is read without an error', async () => {
      const pages = await tools.use(await tools.put([]), source => tools.readAll(source))
      expect(dataOf(pages)).toEqual([])
      expect(pages.at(-1)?.cursor ?? null).toBeNull()
    })
}

function addValueTest(suite: SourceSuite, { check }: Bench, tools: SourceTools): void {
  const proves = clausesOf(sourceValues, tools.fields)
  if (suite.put && proves.length > 0)
    check(proves, 'every value of the corpus arrives equal', async () => {
      const corpus = makeCorpus()
      const pages = await tools.use(await tools.put(corpus), source => tools.readAll(source))
      expect(normalise(dataOf(pages))).toEqual(normalise(corpus.map(tools.expected)))
    })
}

function addStoppingTests(suite: SourceSuite, bench: Bench, tools: SourceTools): void {
  const { check } = bench
  if (suite.countRequests)
    check('C-6.4', 'fetches a page only when the reader asks for it', async () => {
      await tools.use((await tools.prepare()).place, async source => {
        const pages = source.read(makeRequest({}))[Symbol.asyncIterator]()
        await pages.next()
        const before = suite.countRequests?.()
        await new Promise(resolve => setTimeout(resolve, 100))
        expect(suite.countRequests?.()).toBe(before)
        await pages.return?.()
      })
    })

  check('C-6.7', 'stops within a second when aborted between pages', async () => {
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

  if (suite.slow)
    check('C-6.8', 'stops within a second when aborted while it waits', async () => {
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

function addLineTest({ check, ...bench }: Bench, tools: SourceTools): void {
  check(
    'C-6.9',
    'a line that breaks in the middle is a failure that may heal, never the end of the data',
    async ctx => {
      const line = findLine(bench.fixture().params)
      if (!line) return ctx.skip('no line leads to it')
      const { place, records } = await tools.prepare()
      const proxy = await openProxy(line.port)
      const connection = await bench.open(line.through(proxy.port), { sleep: async () => undefined })
      const source = await openSource(connection, place)
      const got: SourcePage[] = []
      try {
        for await (const page of source.read(makeRequest({}))) {
          got.push(page)
          // From here on nobody is there: what was read ahead may still come.
          await proxy.close()
        }
        expect(normalise(dataOf(got))).toEqual(normalise(records))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        bench.evidence.note(error)
        expect(error.retry).toBe('later')
      } finally {
        await source.close().catch(() => undefined)
        await connection.close().catch(() => undefined)
        await proxy.close()
      }
    },
  )

  check('C-8.1', 'a source that can be followed is proved by a suite of its own', async () => {
    const { follows } = bench.manifest
    const { place } = await tools.prepare()
    await tools.use(place, async source => {
      expect(source.follow !== undefined, '`follows` of the manifest says so').toBe(follows !== undefined)
      // Whoever is told what is durable can be asked again from there.
      if (follows === 'queue') expect(source.acknowledge).toBeDefined()
    })
  })
}

/** A connector that counts by itself asks the account once per request; a paused account ends what it was asked for. */
function addMeteringTests(suite: SourceSuite, { check, ...bench }: Bench, tools: SourceTools): void {
  const readWith = async (run: Account['run']): Promise<{ isMetered: boolean; requests: number }> => {
    let isMetered = false
    const account: Account = {
      meterRequests: () => {
        isMetered = true
      },
      run,
    }
    const { place } = await tools.prepare()
    const before = suite.countRequests?.() ?? 0
    const connection = await bench.open({}, { account })
    try {
      const source = await openSource(connection, place)
      try {
        await tools.readAll(source)
      } finally {
        await source.close()
      }
    } finally {
      await connection.close()
    }
    return { isMetered, requests: (suite.countRequests?.() ?? 0) - before }
  }

  check('C-14.1', 'every request is counted at the account, where the connector counts by itself', async ctx => {
    let counted = 0
    const { isMetered, requests } = await readWith(work => {
      counted += 1
      return work()
    })
    if (!isMetered) return ctx.skip('the host counts pages')
    expect(counted, '`countRequests` of the suite counts them too').toBe(requests)
  })

  check('C-14.2', 'a paused account ends a read with its own failure', async ctx => {
    const paused = new Failure({ code: 'account.paused', message: 'The account rests.', retry: 'later' })
    const told = await readWith(() => Promise.reject(paused)).then(() => null, toFailure)
    if (told === null) return ctx.skip('the host counts pages')
    expect(told.code).toBe('account.paused')
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
  const { check } = bench
  check('C-5.2', 'describe() names the fields of the resource', async () => {
    const { place, records } = await tools.prepare()
    const resource = Resource.parse(await bench.use(each => each.describe(place.resource, place.options ?? {})))
    const names = new Set(records.flatMap(record => Object.keys(record)))
    if (suite.knowsFields === false) return
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

  check('C-5.1', 'discover() lists resources by unique id', async () => {
    const { place } = await tools.prepare()
    const resources = await bench.use(connection => connection.discover())
    const ids = resources.map(resource => Resource.parse(resource).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeLessThanOrEqual(maxResources)
    if (suite.isDiscovered !== false) expect(ids).toContain(place.resource)
    const inParts = await bench.use(connection => collectParts(connection))
    expect(inParts.toSorted(), 'the list in parts').toEqual(ids.toSorted())
  })

  if (suite.missing !== null)
    check('C-5.3', 'a missing resource is refused by name', async () => {
      const missing = suite.missing ?? 'no_such_resource_7'
      const place = { ...(await tools.prepare()).place, resource: missing }
      const described = await bench.evidence.expectFailure(() =>
        bench.use(connection => connection.describe(missing, place.options ?? {})),
      )
      expect(described.message).toContain(missing)
      expect(described.code).toBe('resource.missing')
      const read = await bench.evidence.expectFailure(() => tools.use(place, source => tools.readAll(source)))
      expect(read.message).toContain(missing)
      expect(read.code).toBe('resource.missing')
    })
}

function addNoWindowTest({ check, evidence }: Bench, tools: SourceTools): void {
  check(['C-6.5', 'C-6.6'], 'a window that cannot be read is refused, never ignored', async () => {
    const { place } = await tools.prepare()
    const window = { field: 'updated_at', from: null, to: '2024-01-01 00:00:09' }
    await evidence.expectFailure(() => tools.use(place, source => tools.readAll(source, { window })))
  })
}

function addWindowTests(suite: SourceSuite, field: string, bench: Bench, tools: SourceTools): void {
  const { check } = bench
  const boundOf = (record: Data): string => suite.bound?.(record) ?? toText(record[field])

  check('C-6.5', 'a window includes both of its bounds and nothing outside', async () => {
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

  check('C-6.6', 'the high water is the greatest value there is, and a bound that includes it', async () => {
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
