import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { startWebhook, type WebhookCall } from '@sluice/connector-kit/robot/testing'
import { type ParamValues, TargetConfig } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import dingtalk from '../src/dingtalk-robot/index.ts'
import feishu from '../src/feishu-robot/index.ts'
import wecom from '../src/wecom-robot/index.ts'

// A service, or a proxy before it, that repeats what it was sent, turned as it likes: nothing that a person is shown and
// nothing that is stored holds the key, the secret or a signature made with it.

const SECRET = 'SECkQ7canaryZx93vw/+='
let context: TestContext
beforeAll(() => {
  context = createTestContext()
})
afterAll(() => context.dispose())

const turns: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'in capitals': text => text.toUpperCase(),
  'in small letters': text => text.toLowerCase(),
  'in an address': encodeURIComponent,
  'in a form': text => new URLSearchParams({ v: text }).toString(),
  'in JSON': text => JSON.stringify({ v: text }),
  'in JSON within JSON': text => JSON.stringify(JSON.stringify({ v: text })),
  'in base64': text => Buffer.from(text).toString('base64'),
  'in base64 of an address': text => Buffer.from(text).toString('base64url'),
  'in hexadecimal': text => Buffer.from(text).toString('hex'),
}

const robots: readonly (readonly [
  name: string,
  robot: typeof wecom,
  params: ParamValues,
  code: string,
  words: string,
])[] = [
  ['wecom', wecom, { key: SECRET }, 'errcode', 'errmsg'],
  ['feishu', feishu, { token: SECRET, secret: SECRET }, 'code', 'msg'],
  ['dingtalk', dingtalk, { access_token: SECRET, secret: SECRET }, 'errcode', 'errmsg'],
]

for (const [name, robot, params, code, words] of robots)
  test.each([0, 93000, 310000, 19021, 45009, -1, 40008])(`${name}: an answer of %s repeats nothing`, async number => {
    for (const [turn, make] of Object.entries(turns)) {
      const made = new Set([SECRET])
      const say = ({ url, body }: WebhookCall): object => {
        const sent = [...url.searchParams.values(), String(body['sign'] ?? SECRET)].filter(text => !/^\d*$/.test(text))
        for (const text of sent) made.add(text)
        return { [code]: number, [words]: sent.map(make).join(' ') }
      }
      const bench = await startWebhook({}, say)
      const connection = await robot.open({ base_url: bench.url, per_minute: 1000, ...params }, context)
      const config = TargetConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000007', resource: 'text' })
      const target = await connection.openTarget!(config) // a robot writes
      const records = [{ data: { content: 'x' }, idempotencyKey: '1' }]
      const told = await target.write(records, new AbortController().signal).catch((error: unknown) => error)
      const shown = JSON.stringify(told) + String(told)
      for (const text of made)
        for (const form of [text, make(text)]) expect([turn, shown.includes(form) ? form : '']).toEqual([turn, ''])
      expect(bench.countCalls()).toBe(1)
      await bench.close()
    }
  })
