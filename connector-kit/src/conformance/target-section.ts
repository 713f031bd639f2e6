import { createHash } from 'node:crypto'
import { type Data, Failure, TargetConfig, toJson } from '@sluice/contract'
import { describe, expect } from 'vitest'
import type { Connection, Replacement, Target, TargetRecord, WriteOutcome } from '../connector.ts'
import type { Bench } from './bench.ts'
import { clausesOf, corpusFields, makeCorpus, makeRecords, targetValues } from './corpus.ts'
import { openProxy } from './cutting-proxy.ts'
import { findLine } from './find-line.ts'
import type { TargetPlace, TargetSuite } from './options.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000003'

/** Writing: one answer per record, in order, and a promise about repeats that holds. */
export function addTargetTests(suite: TargetSuite, bench: Bench): void {
  const tools = createTargetTools(suite, bench)
  describe('target', () => {
    addWritingTests(suite, bench, tools)
    addRepeatTests(bench, tools)
    addLostAnswerTest(suite, bench, tools)
    addRefusalTests(suite, bench, tools)
    addLookTests(bench, tools)
    addReplacementTests(bench, tools)
  })
}

type TargetTools = ReturnType<typeof createTargetTools>

function createTargetTools(suite: TargetSuite, bench: Bench) {
  const waived = new Set(Object.keys(suite.waived ?? {}))
  const fields = corpusFields.filter(field => !waived.has(field.name))
  const trim = (record: Data): Data => Object.fromEntries(fields.map(field => [field.name, record[field.name]!])) // every record has every field
  return {
    fields,
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

function addWritingTests(suite: TargetSuite, { check }: Bench, tools: TargetTools): void {
  const values = suite.readBack && !suite.records ? clausesOf(targetValues, tools.fields) : []
  check(['C-10.1', ...values], 'every value of the corpus is written and read back equal', async () => {
    const place = await tools.prepare()
    const corpus = tools.corpus()
    const outcomes = await tools.use(place, target => tools.write(target, corpus))
    expect(outcomes.filter(outcome => outcome.kind !== 'written')).toEqual([])
    for (const outcome of outcomes)
      if (outcome.kind === 'written') expect((outcome.response ?? '').length).toBeLessThanOrEqual(64 * 1024)
    await tools.expectThere(place, corpus)
  })

  check('C-10.1', 'an empty batch is answered by no outcome', async () => {
    const place = await tools.prepare()
    await tools.use(place, target => tools.write(target, []))
    await tools.expectThere(place, [])
  })

  check('C-10.2', 'several batches through one open target all arrive', async () => {
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

  check('C-10.7', 'an abort before the write leaves nothing behind', async () => {
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

function addRepeatTests({ check }: Bench, tools: TargetTools): void {
  check('C-10.4', 'writing the same records again doubles nothing where the guarantee says so', async () => {
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

  check('C-10.5', 'a holder that stood still until another had its run changes nothing any more', async () => {
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
  const { check } = bench
  if (suite.spoil)
    check('C-10.3', 'one bad record fails alone, in its own place', async () => {
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

  if (suite.missing !== null)
    check('C-10.8', 'a missing resource is refused by name', async () => {
      const missing = suite.missing ?? 'no_such_resource_7'
      const place = { ...(await tools.prepare()), resource: missing }
      const failure = await bench.evidence.expectFailure(() =>
        tools.use(place, target => tools.write(target, tools.records(1))),
      )
      expect(failure.message).toContain(missing)
    })
}

/**
 * From the moment before the first effect on, everything sent arrives and nothing comes back, until the line is cut. What
 * was sent then may be there or not, and nobody may say that it is.
 */
function addLostAnswerTest(suite: TargetSuite, { check, ...bench }: Bench, tools: TargetTools): void {
  check(
    'C-10.6',
    'a write whose answer was lost is never called written, and repeated only where it may',
    async ctx => {
      const line = findLine(bench.fixture().params)
      if (!line) return ctx.skip('no line leads to it')
      const place = await tools.prepare()
      const records = tools.records(5)
      const proxy = await openProxy(line.port)
      const connection = await bench.open(line.through(proxy.port), { sleep: async () => undefined })
      const target = await openTarget(connection, place)
      let cutter: NodeJS.Timeout | undefined
      const lose = async (): Promise<void> => {
        proxy.hush(true)
        cutter ??= setInterval(proxy.cut, 200)
      }
      try {
        const write = () =>
          target.write(records.map(toTargetRecord), new AbortController().signal, lose).catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error
            return error
          })
        // New rows may go in unasked where a row of the same key stops them; the same rows again may not.
        const first = await write()
        const told = cutter === undefined ? await write() : first
        bench.evidence.note(told)
        expect(cutter, 'it was asked before the first effect').toBeDefined()
        const kinds = told instanceof Failure ? [] : kindsOf(told)
        expect(kinds).not.toContain('written')
        // A whole refusal is a promise that it may be tried again: only what can be repeated may give it.
        if (target.guarantee === 'none' && !(told instanceof Failure && !isSent(told))) {
          const there = (await suite.readBack?.(place, bench.fixture())) ?? []
          expect(kinds.filter(kind => kind === 'unknown').length).toBeGreaterThanOrEqual(there.length)
        } else if (target.guarantee !== 'none') {
          const again = await tools.use(place, each => tools.write(each, records))
          expect(kindsOf(again).every(kind => kind === 'written' || kind === 'skipped')).toBe(true)
          await tools.expectThere(place, records)
        }
      } finally {
        clearInterval(cutter)
        await proxy.close()
        await target.close().catch(() => undefined)
        await connection.close().catch(() => undefined)
      }
    },
  )
}

const isSent = ({ cause }: Failure): boolean => cause instanceof Error && 'sent' in cause && cause.sent === true

/** What a target may leave out: deletes, and telling what is there. */
function addLookTests({ check }: Bench, tools: TargetTools): void {
  const none = new AbortController().signal

  check('C-10.9', 'a delete takes its row away, and one that is gone already is skipped', async ctx => {
    const place = await tools.prepare()
    const records = tools.records(3)
    await tools.use(place, async target => {
      if (target.canDelete !== true) return ctx.skip('it takes no deletes')
      await tools.write(target, records)
      const gone: TargetRecord = { ...toTargetRecord(records[1]!), change: 'delete' } // there are three
      expect(kindsOf(await target.write([gone], none))).toEqual(['written'])
      expect(kindsOf(await target.write([gone], none))).toEqual(['skipped'])
    })
    await tools.expectThere(place, [records[0]!, records[2]!]) // there are three
  })

  check(
    'C-10.10',
    'asked which records are there, it answers once for each, in order, and writes nothing',
    async ctx => {
      const place = await tools.prepare()
      const records = tools.records(6)
      await tools.use(place, async target => {
        if (!target.find) return ctx.skip('it cannot be asked')
        await tools.write(target, records.slice(0, 3))
        const found = await target.find(records.toReversed().map(toTargetRecord), none)
        expect(found.map(each => each.kind)).toEqual([...Array(3).fill('missing'), ...Array(3).fill('equal')])
      })
      await tools.expectThere(place, records.slice(0, 3))
    },
  )
}

/** A whole new set of rows: the old one is seen until the exchange, and stays when that does not happen. */
function addReplacementTests({ check, ...bench }: Bench, tools: TargetTools): void {
  const [LEFT, RUN] = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2']
  /** Two records at the place, and a new set of three beside them. */
  const replace = async (
    ctx: { skip(note: string): void },
    act: (replacement: Replacement, id: string) => Promise<void>,
    ids: readonly string[] = [RUN],
  ) => {
    const place = await tools.prepare()
    const records = tools.records(5)
    const [old, fresh] = [records.slice(0, 2), records.slice(2)]
    await bench.use(async connection => {
      if (!connection.openReplacement) return ctx.skip('it cannot be exchanged')
      const target = await openTarget(connection, place)
      await tools.write(target, old)
      await target.close()
      for (const id of ids) {
        const config = TargetConfig.parse({ key: ['id'], ...place, mode: 'replace', connector_id: CONNECTOR_ID })
        const replacement = await connection.openReplacement(config, id)
        try {
          await tools.write(replacement, fresh)
          await tools.expectThere(place, old)
          await act(replacement, id)
        } finally {
          await replacement.close()
        }
      }
    })
    return { place, old, fresh }
  }

  check('C-11.1', 'the old set is seen until the exchange, and then the new one', async ctx => {
    const { place, fresh } = await replace(ctx, each => each.swap(3))
    await tools.expectThere(place, fresh)
  })

  check('C-11.2', 'a set that is not whole is not exchanged', async ctx => {
    const { place, old } = await replace(ctx, async each => {
      const failure = await bench.evidence.expectFailure(() => each.swap(4))
      expect(failure.code).toBe('target.count')
    })
    await tools.expectThere(place, old)
  })

  check('C-11.3', 'a set that was thrown away, or left behind by another run, leaves nothing', async ctx => {
    const before = await bench.use(connection => connection.discover())
    const { place, old } = await replace(ctx, async (each, id) => (id === LEFT ? undefined : each.discard()), [
      LEFT,
      RUN,
    ])
    await tools.expectThere(place, old)
    const after = await bench.use(connection => connection.discover())
    expect(after.length, 'no new resource but the place itself').toBeLessThanOrEqual(before.length + 1)
  })
}
