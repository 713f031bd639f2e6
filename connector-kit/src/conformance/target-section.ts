import { createHash } from 'node:crypto'
import { type Data, TargetConfig, toJson } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { Connection, Target, TargetRecord, WriteOutcome } from '../connector.ts'
import type { Bench } from './bench.ts'
import { corpusFields, makeCorpus, makeRecords } from './corpus.ts'
import type { TargetPlace, TargetSuite } from './options.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000003'

/** Writing: one answer per record, in order, and a promise about repeats that holds. */
export function addTargetTests(suite: TargetSuite, bench: Bench): void {
  const tools = createTargetTools(suite, bench)
  describe('target', () => {
    addWritingTests(bench, tools)
    addRepeatTests(bench, tools)
    addRefusalTests(suite, bench, tools)
  })
}

type TargetTools = ReturnType<typeof createTargetTools>

function createTargetTools(suite: TargetSuite, bench: Bench) {
  const waived = new Set(Object.keys(suite.waived ?? {}))
  const fields = corpusFields.filter(field => !waived.has(field.name))
  const trim = (record: Data): Data => Object.fromEntries(fields.map(field => [field.name, record[field.name]!])) // every record has every field
  return {
    corpus: (): readonly Data[] => suite.records?.(12) ?? makeCorpus().map(trim),
    records: (count: number): readonly Data[] => suite.records?.(count) ?? makeRecords(count).map(trim),
    prepare: () => suite.prepare(fields, bench.fixture()),
    use: <T>(place: TargetPlace, run: (target: Target) => Promise<T>): Promise<T> =>
      bench.use(async connection => {
        const target = await openTarget(connection, place)
        try {
          return await run(target)
        } finally {
          await target.close()
        }
      }),
    write: async (target: Target, records: readonly Data[], signal = new AbortController().signal) => {
      const outcomes = await target.write(records.map(toTargetRecord), signal)
      bench.evidence.note(outcomes)
      expect(outcomes.length, 'one outcome per record').toBe(records.length)
      return outcomes
    },
    /** Expects exactly these records at the place, where it can be read. */
    expectThere: async (place: TargetPlace, records: readonly Data[]) => {
      const there = await suite.readBack?.(place, bench.fixture())
      if (there) expect(normalise(there)).toEqual(normalise(records.map(each => suite.expected?.(each) ?? each)))
    },
  }
}

function openTarget(connection: Connection, place: TargetPlace): Promise<Target> {
  if (!connection.openTarget) throw new Error('the connector cannot be a target')
  return connection.openTarget(TargetConfig.parse({ key: ['id'], ...place, connector_id: CONNECTOR_ID }))
}

const toTargetRecord = (data: Data): TargetRecord => ({ data, idempotencyKey: `strategy:${hash(data)}` })
/** Same record, same key; a spoilt record is another one. */
const hash = (data: Data): string => createHash('sha256').update(toJson(data)).digest('hex')
const kindsOf = (outcomes: readonly WriteOutcome[]): string[] => outcomes.map(outcome => outcome.kind)
const normalise = (records: readonly Data[]): string[] =>
  records
    .map(record => toJson(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
    .toSorted()

function addWritingTests(bench: Bench, tools: TargetTools): void {
  test('every value of the corpus is written and read back equal', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const corpus = tools.corpus()
    const outcomes = await tools.use(place, target => tools.write(target, corpus))
    expect(outcomes.filter(outcome => outcome.kind !== 'written')).toEqual([])
    await tools.expectThere(place, corpus)
  })

  test('an empty batch is answered by no outcome', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    await tools.use(place, target => tools.write(target, []))
    await tools.expectThere(place, [])
  })

  test('several batches through one open target all arrive', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const records = tools.records(30)
    await tools.use(place, async target => {
      for (let start = 0; start < 30; start += 10) {
        const outcomes = await tools.write(target, records.slice(start, start + 10))
        expect(kindsOf(outcomes)).toEqual(Array(10).fill('written'))
      }
    })
    await tools.expectThere(place, records)
  })

  test('an abort before the write leaves nothing behind', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const records = tools.records(5)
    await tools.use(place, async target => {
      const outcomes = await target.write(records.map(toTargetRecord), AbortSignal.abort()).catch(() => null)
      // A thrown failure and five failed outcomes both say "not written".
      if (outcomes) expect(kindsOf(outcomes)).toEqual(Array(5).fill('failed'))
    })
    await tools.expectThere(place, [])
  })
}

function addRepeatTests(bench: Bench, tools: TargetTools): void {
  test('writing the same records again doubles nothing where the guarantee says so', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const records = tools.records(7)
    const guarantee = await tools.use(place, async target => {
      await tools.write(target, records)
      if (target.guarantee === 'none') return target.guarantee
      const again = await tools.write(target, records)
      expect(kindsOf(again).every(kind => kind === 'written' || kind === 'skipped')).toBe(true)
      return target.guarantee
    })
    expect(['transaction', 'upsert', 'idempotencyKey', 'none']).toContain(guarantee)
    await tools.expectThere(place, records)
  })

  test('a holder that stood still until another had its run changes nothing any more', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const records = tools.records(14)
    const [there, others] = [records.slice(0, 7), records.slice(7)]
    const late = others.map((record, index) => ({ ...record, id: there[index]!['id']! })) // seven of each
    await tools.use(place, async target => {
      await tools.write(target, there)
      const signal = new AbortController().signal
      const lost = () => Promise.reject(new Error('another holder has the run'))
      const outcomes = await target.write(late.map(toTargetRecord), signal, lost).catch(() => [])
      expect(kindsOf(outcomes)).not.toContain('written')
    })
    await tools.expectThere(place, there)
  })
}

function addRefusalTests(suite: TargetSuite, bench: Bench, tools: TargetTools): void {
  test.runIf(suite.spoil !== undefined)('one bad record fails alone, in its own place', async ctx => {
    bench.require(ctx)
    const place = await tools.prepare()
    const good = tools.records(9)
    const batch = good.map((record, index) => (index === 4 ? (suite.spoil?.(record) ?? record) : record))
    const outcomes = await tools.use(place, target => tools.write(target, batch))
    expect(kindsOf(outcomes)).toEqual(good.map((_, index) => (index === 4 ? 'failed' : 'written')))
    const bad = outcomes[4]
    if (bad?.kind === 'failed') {
      expect(bad.failure.retry).not.toBe('later')
      expect(bad.failure.message.trim()).not.toBe('')
    }
    await tools.expectThere(
      place,
      good.filter((_, index) => index !== 4),
    )
  })

  test.runIf(suite.missing !== null)('a missing resource is refused by name', async ctx => {
    bench.require(ctx)
    const missing = suite.missing ?? 'no_such_resource_7'
    const place = { ...(await tools.prepare()), resource: missing }
    const failure = await bench.evidence.expectFailure(() =>
      tools.use(place, target => tools.write(target, tools.records(1))),
    )
    expect(failure.message).toContain(missing)
  })
}
