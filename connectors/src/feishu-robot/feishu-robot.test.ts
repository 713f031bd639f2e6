import { createHmac } from 'node:crypto'
import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import { startWebhook, type Webhook, type WebhookCall } from '@sluice/connector-kit/robot/testing'
import { type Data, type ParamValues, TargetConfig } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import robot from './index.ts'
import { sign } from './plan-messages.ts'

const keys = { token: 'canary-token-7781', secret: 'canary-secret-7781' }
const GOOD = { code: 0, msg: 'success', data: {} }

/** As the service documents it: a token in the path, and a signature whose key holds time and secret. */
function judge({ url, body }: WebhookCall): object | null {
  if (url.pathname !== `/open-apis/bot/v2/hook/${keys.token}`)
    return { code: 19001, msg: 'param invalid: incoming webhook access token invalid' }
  const key = `${String(body['timestamp'])}\n${keys.secret}`
  if (body['sign'] !== createHmac('sha256', key).update('').digest('base64'))
    return { code: 19021, msg: 'sign match fail or timestamp is not within one hour from current time' }
  return body['msg_type'] === undefined ? { code: 9499, msg: 'Bad Request' } : null
}
const contentOf = ({ body }: WebhookCall): string => String((body['content'] as { text?: unknown } | undefined)?.text)

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
    const connection = await robot.open({ base_url: group.url, ...keys, per_minute: 100, ...change }, context)
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
      { ...signed(), msg_type: 'text', content: { text: '订单 “1” 👍' } },
      {
        ...signed(),
        msg_type: 'interactive',
        card: {
          header: { title: { tag: 'plain_text', content: '订单' } },
          elements: [{ tag: 'markdown', content: '**新**' }],
        },
      },
    ])
  })

  test('calls nobody, whatever stands in a row', async () => {
    const call = '<at user_id="all">所有人</at>'
    const calls = [call, '< AT id=all></at>', '<@all>', '<b>a<at</b> 1<2']
    for (const content of calls) await (await open())([{ content }])
    expect(group.taken.map(contentOf)).toEqual([
      '＜at user_id="all">所有人＜/at>',
      '＜ AT id=all>＜/at>',
      '＜@all>',
      '<b>a＜at</b> 1<2',
    ])
    await (await open({}, 'markdown'))([{ title: call, content: call }])
    expect(JSON.stringify(group.taken.at(-1)?.body)).not.toContain('<at')
  })

  const signed = () => {
    const timestamp = String(nowMs / 1000)
    return { timestamp, sign: sign(timestamp, keys.secret) }
  }

  test('without a secret carries no signature; with a wrong one the batch stops', async () => {
    await expect((await open({ secret: null }))(records(2))).rejects.toMatchObject({ code: 'connector.auth' })
    await expect((await open({ secret: 'other' }))(records(2))).rejects.toMatchObject({ code: 'connector.auth' })
    expect(group.countCalls()).toBe(2)
  })

  test.each([[11232, 60_000]] as [number, number | null][])(
    'that is answered with %s waits, and the rest of the batch with it',
    async (code, pauseMs) => {
      group.next.push({ body: { code, msg: 'as documented' } })
      const outcomes = await (await open())(records(3))
      for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'failed', failure: { retry: 'later' } })
      if (pauseMs !== null) expect(outcomes[0]).toMatchObject({ failure: { retryAfterMs: pauseMs } })
      expect(group.countCalls()).toBe(1)
    },
  )

  test.each([19001, 19021, 19022, 19024])(
    'that is answered with %s stops the batch and names the settings, without the key',
    async code => {
      group.next.push({ body: { code, msg: 'as documented' } })
      const told = await (await open())(records(2)).catch((error: unknown) => error)
      expect(told).toMatchObject({
        code: 'connector.auth',
        retry: 'never',
        message: expect.stringContaining(String(code)),
      })
      expect(String(told)).not.toContain('canary')
    },
  )

  test.each([9499, 230001])('that is answered with %s is refused alone', async code => {
    group.next.push({ body: { code, msg: 'as documented' } })
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
