import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { TargetConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import nats from './index.ts'
import { Params } from './manifest.ts'
import { openSession } from './session.ts'
import { JetStreamReader } from './source.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
const TWO_MINUTES = 120_000_000_000
const isThere = await isReachable()

describe.runIf(isThere)('NATS at its edges', () => {
  let bench: Bench
  let context: TestContext
  beforeAll(async () => {
    bench = await openBench()
    context = createTestContext()
  })
  afterAll(async () => {
    await context.dispose()
    await bench.close()
  })

  async function openTarget(resource: string) {
    const connection = await nats.open(params, context)
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource }))
    if (!target) throw new Error('opening a target: there is none')
    return target
  }

  test('a repeat is promised to be harmless only where the stream remembers message ids long enough', async () => {
    const long = await openTarget(`${await bench.makeStream()}.in`)
    const short = await openTarget(`${await bench.makeStream(TWO_MINUTES)}.in`)
    const unsure = await openTarget(`${await bench.makeStream()}.{shop}`)
    expect([long.guarantee, short.guarantee, unsure.guarantee]).toEqual(['idempotencyKey', 'none', 'none'])
    await Promise.all([long.close(), short.close(), unsure.close()])
  })

  test('a record whose subject no stream keeps fails alone', async () => {
    const stream = await bench.makeStream()
    const target = await openTarget(`${stream}{shop}.in`)
    const record = (shop: string) => ({ data: { id: 1, shop }, idempotencyKey: shop })
    const outcomes = await target.write(
      [record(''), { data: { id: 2, shop: '-nowhere' }, idempotencyKey: 'n' }],
      signal,
    )
    expect(outcomes.map(each => each.kind)).toEqual(['failed', 'failed'])
    expect(outcomes[1]).toMatchObject({ failure: { code: 'target.unroutable' } })
    await target.close()
  })

  test('what is sent while its reader ends is there for the next one at once, not after the time to acknowledge', async () => {
    const stream = await bench.makeStream()
    const plan = { stream, consumer: 'sluice', subject: '', isFromStart: true, ackSeconds: 3600 }
    const open = async () => {
      const reader = new JetStreamReader(await openSession(Params.parse(params), context), plan)
      await reader.prepare()
      return reader
    }
    for (let id = 1; id <= 30; id += 1) {
      const ending = await open()
      const abort = new AbortController()
      const waiting = ending.take(10, 1000, abort.signal).catch(() => [])
      // From before its request has arrived to long after.
      await new Promise(resolve => setTimeout(resolve, id / 3))
      abort.abort()
      await Promise.all([bench.send(stream, [{ id }]), ending.close()])
      await waiting
      const next = await open()
      const taken = await next.take(10, 2000, signal)
      expect(taken.map(({ tag }) => tag)).toEqual([id])
      await next.acknowledge([id])
      await next.close()
    }
  })
})
