import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import { startWebhook, type Webhook, type WebhookCall } from '@sluice/connector-kit/robot/testing'
import { type Data, type ParamValues, TargetConfig } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import robot from './index.ts'

const keys = { key: 'canary-key-7781' }
const GOOD = { errcode: 0, errmsg: 'ok' }

/** As the service documents it: a key in the address. */
function judge({ url, body }: WebhookCall): object | null {
  if (url.searchParams.get('key') !== keys.key) return { errcode: 93000, errmsg: 'invalid webhook url' }
  return body['msgtype'] === undefined ? { errcode: 40008, errmsg: 'invalid message type' } : null
}
const contentOf = ({ body }: WebhookCall): string =>
  String((body['text'] as { content?: unknown } | undefined)?.content)

let bench: Webhook
testConnector({
  connector: robot,
  prepare: async () => {
    bench = await startWebhook(GOOD, judge)
    return { params: { base_url: bench.url, ...keys, per_minute: 1000 }, dispose: () => bench.close() }
  },
  wrong: [{ title: 'the port', change: { base_url: 'http://127.0.0.1:1' }, step: 'network' }],
  target: {
    prepare: async () => {
      bench.taken.length = 0
      return { resource: 'text', key: [] }
    },
    records: count => Array.from({ length: count }, (_, at) => ({ content: `Order ${at}` })),
    readBack: async () => bench.taken.map(call => ({ content: contentOf(call) })),
    spoil: record => ({ ...record, content: ' ' }),
  },
})

describe('a message', () => {
  let group: Webhook
  let context: TestContext
  let nowMs: number
  beforeEach(async () => {
    group = await startWebhook(GOOD, judge)
    nowMs = Date.UTC(2024, 0, 1)
    context = createTestContext({ now: () => nowMs })
  })
  afterEach(async () => {
    await context.dispose()
    await group.close()
  })

  async function open(change: ParamValues = {}, resource = 'text') {
    const connection = await robot.open({ base_url: group.url, ...keys, per_minute: 20, ...change }, context)
    const config = TargetConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000007', resource })
    const target = await connection.openTarget?.(config)
    if (!target) throw new Error('opening a target: there is none')
    return (records: readonly Data[]) =>
      target.write(
        records.map((data, index) => ({ data, idempotencyKey: String(index) })),
        new AbortController().signal,
      )
  }
  const records = (count: number): Data[] => Array.from({ length: count }, (_, at) => ({ content: `n ${at}` }))

  test('of either kind is written as the service documents it, in any language', async () => {
    await (await open())([{ content: '订单 “1” 👍' }])
    await (await open({}, 'markdown'))([{ title: '订单', content: '**新**' }])
    expect(group.taken.map(call => call.body)).toEqual([
      { msgtype: 'text', text: { content: '订单 “1” 👍' } },
      { msgtype: 'markdown', markdown: { content: '# 订单\n**新**' } },
    ])
  })

  test('with a wrong key is refused by the service, and the batch stops', async () => {
    await expect((await open({ key: 'other' }))(records(2))).rejects.toMatchObject({ code: 'connector.auth' })
    expect(group.countCalls()).toBe(1)
  })

  test.each([
    [45009, 60_000],
    [-1, null],
  ] as [number, number | null][])(
    'that is answered with %s waits, and the rest of the batch with it',
    async (code, pauseMs) => {
      group.next.push({ body: { errcode: code, errmsg: 'as documented' } })
      const outcomes = await (await open())(records(3))
      for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'failed', failure: { retry: 'later' } })
      if (pauseMs !== null) expect(outcomes[0]).toMatchObject({ failure: { retryAfterMs: pauseMs } })
      expect(group.countCalls()).toBe(1)
    },
  )

  test.each([93000])('that is answered with %s stops the batch and names the settings, without the key', async code => {
    group.next.push({ body: { errcode: code, errmsg: 'as documented' } })
    const told = await (await open())(records(2)).catch((error: unknown) => error)
    expect(told).toMatchObject({
      code: 'connector.auth',
      retry: 'never',
      message: expect.stringContaining(String(code)),
    })
    expect(String(told)).not.toContain('canary')
  })

  test.each([40008, 40058, 44004])('that is answered with %s is refused alone', async code => {
    group.next.push({ body: { errcode: code, errmsg: 'as documented' } })
    const outcomes = await (await open())(records(2))
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['failed', 'written'])
    expect(outcomes[0]).toMatchObject({ failure: { code: 'target.refused', retry: 'skip' } })
  })

  test('whose answer is lost, or is a page of a proxy, is unknown and not sent again', async () => {
    group.next.push('cut', { status: 502, body: '<html>Bad Gateway</html>' })
    expect((await (await open())(records(3))).map(outcome => outcome.kind)).toEqual(['unknown', 'unknown', 'written'])
    expect(group.countCalls()).toBe(3)
  })

  test('over the pace of the service is not even sent; a minute later it is', async () => {
    const write = await open({ per_minute: 2 })
    const outcomes = await write(records(3))
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['written', 'written', 'failed'])
    expect(outcomes[2]).toMatchObject({ failure: { code: 'target.limited', retry: 'later', retryAfterMs: 60_000 } })
    nowMs += 60_000
    expect((await write(records(2))).map(outcome => outcome.kind)).toEqual(['written', 'written'])
  })

  test('that is too long, or has a field of no message, fails by its field and stays here', async () => {
    const outcomes = await (await open())([{ content: '东'.repeat(7000) }, { content: 'a', colour: 'red' }])
    expect(outcomes).toMatchObject([{ failure: { field: 'content' } }, { failure: { field: 'colour' } }])
    expect(group.countCalls()).toBe(0)
  })
})
