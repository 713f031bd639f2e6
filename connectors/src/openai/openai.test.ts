import { createTestContext, testConnector } from '@sluice/connector-kit/conformance'
import { Failure } from '@sluice/contract'
import { type Model, startModel } from '@sluice/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import openai from './index.ts'

let bench: Model

testConnector({
  connector: openai,
  prepare: async () => {
    bench = await startModel('sk-canary-7781')
    return { params: { base_url: bench.url, api_key: bench.key, model: 'model-01' }, dispose: () => bench.close() }
  },
  wrong: [
    { title: 'port', change: { base_url: 'http://127.0.0.1:1/v1' }, step: 'network' },
    { title: 'key', change: { api_key: 'wrong-canary-17' }, step: 'auth' },
  ],
  source: {
    given: async () => ({ place: { resource: 'model.list', key: ['id'] }, records: bench.models }),
    countRequests: () => bench.countRequests(),
    missing: 'model.gone',
    ownPageSize: true,
  },
})

describe('a conversation', () => {
  const KEY = 'sk-canary-9934'
  const QUESTION = 'the words of a private question'
  let service: Model
  beforeAll(async () => {
    service = await startModel(KEY)
  })
  beforeEach(() => {
    service.fault = 'none'
  })
  afterAll(() => service.close())

  async function ask(change: Record<string, string> = {}, signal = new AbortController().signal) {
    const context = createTestContext()
    try {
      const connection = await openai.open(
        { base_url: service.url, api_key: KEY, model: 'model-01', ...change },
        context,
      )
      return await connection.converse!([{ role: 'user', content: QUESTION }], signal) // the manifest says so
    } finally {
      await context.dispose()
    }
  }
  const fail = async (...input: Parameters<typeof ask>): Promise<Failure> => {
    const error = await ask(...input).then(
      () => null,
      (failure: unknown) => failure,
    )
    if (!(error instanceof Failure)) throw new Error('the question was answered', { cause: error })
    return error
  }

  test('is answered by the model that the connector names, without the thoughts before the answer', async () => {
    expect(await ask()).toEqual({ content: `You asked: ${QUESTION}`, tokens: 12 })
    expect(service.asked.at(-1)).toEqual({ model: 'model-01', messages: [{ role: 'user', content: QUESTION }] })
  })

  test.each([
    ['limited', { code: 'http.limited', retryAfterMs: 7000 }],
    ['broken', { code: 'http.server' }],
    ['page', { code: 'http.notJson' }],
    ['cut', { code: 'egress.broken' }],
    ['empty', { code: 'http.noAnswer' }],
  ] as const)(
    'fails by name when the model is %s, asks once, and tells nobody what was said',
    async (fault, wanted) => {
      service.fault = fault
      const before = service.asked.length
      const failure = await fail()
      expect(failure).toMatchObject(wanted)
      expect(failure.advice).toBeTruthy()
      expect(service.asked.length - before).toBe(1)
      expect(`${failure.message} ${failure.advice} ${failure.value}`).not.toMatch(/private question|canary/)
    },
  )

  test('fails by name when the key is refused', async () => {
    const failure = await fail({ api_key: 'sk-canary-other' })
    expect(failure).toMatchObject({ code: 'connector.auth' })
    expect(failure.message).not.toContain('canary')
  })

  test('a model that says nothing is given up when the caller does', async () => {
    service.fault = 'silent'
    const before = service.asked.length
    const controller = new AbortController()
    const asking = fail({}, controller.signal)
    await expect.poll(() => service.asked.length, { timeout: 30_000 }).toBe(before + 1)
    controller.abort()
    expect(await asking).toMatchObject({ code: 'egress.aborted' })
  })
})
