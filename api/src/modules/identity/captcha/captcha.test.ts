import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { CHARACTERS, drawCharacters } from './draw-characters.ts'
import { createHttpSms } from './sms-sender.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

/** A fixed sequence in the place of chance. */
function countingRandom(): () => number {
  let at = 0
  return () => {
    at = (at * 16807 + 11) % 2147483647
    return at / 2147483647
  }
}

const pixelsOf = (address: string): Buffer => {
  const png = Buffer.from(address.split(',')[1]!, 'base64')
  const start = png.indexOf('IDAT')
  return inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))
}

test('a picture is a PNG with ink in it, and every character looks different', () => {
  const seen = new Set<string>()
  for (const character of CHARACTERS) {
    const pixels = pixelsOf(drawCharacters(character, countingRandom()))
    expect(pixels.length).toBe(88 * 241)
    expect(pixels.filter(value => value < 128).length).toBeGreaterThan(200)
    seen.add(createHash('sha256').update(pixels).digest('hex'))
  }
  expect(seen.size).toBe(CHARACTERS.length)
  expect(CHARACTERS).not.toMatch(/[01OI]/)
})

test('a picture is never the same twice and its text is nowhere in the answer', async () => {
  const ask = async () => (await server.call('GET', '/message/captcha/image?purpose=login')).json().content
  const [first, second] = [await ask(), await ask()]
  expect(first.image).toMatch(/^data:image\/png;base64,/)
  expect(first.image).not.toBe(second.image)
  expect(Object.keys(first).sort()).toEqual(['id', 'image'])
})

test('a computing question is answered once, for its purpose, in time', async () => {
  const use = async ({ id, answer }: { id: string; answer: string }) =>
    (
      await server.call(
        'GET',
        `/message/captcha/sms?${new URLSearchParams({ phone: '13800000001', captcha_id: id, captcha: answer })}`,
      )
    ).json().code
  const late = await server.solve('sms')
  server.advance(5 * 60_000 + 1000)
  expect(await use(late)).toBe('auth.captcha')
  const right = await server.solve('sms')
  expect(await use(right)).toBe(0)
  expect(await use(right)).toBe('auth.captcha')
  expect(await use(await server.solve('register'))).toBe('auth.captcha')
  const wrong = await server.solve('sms')
  // One text in sixteen answers the test's small question by chance.
  const isWrong = (text: string) => createHash('sha256').update(`${wrong.id}.${text}`).digest()[0]! >= 16 // it has bytes
  const guess = ['not this', 'nor this', 'nor that', 'no'].find(isWrong) ?? 'none of them'
  expect(await use({ ...wrong, answer: guess })).toBe('auth.captcha')
  expect(await use(wrong)).toBe('auth.captcha') // spent by the wrong answer
})

test('pictures are rationed by address', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 90 }, async () => {
      const answer = await server.call('GET', '/message/captcha/image?purpose=login', { ip: '10.7.7.7' })
      return answer.statusCode
    }),
  )
  expect(statuses).toContain(429)
})

test('a message goes to the provider as its settings say, each value written for its place', async () => {
  const sent: { url: string; init: unknown }[] = []
  let answer = { status: 200, text: '{"Code":"OK"}' }
  const outgoing = {
    fetch: async (url: string, init?: unknown) => {
      sent.push({ url, init })
      return { status: answer.status, headers: {}, bytes: new Uint8Array(), url, text: () => answer.text }
    },
  }
  const settings = {
    url: 'https://sms.test/send?to={phone}',
    method: 'POST' as const,
    headers: { 'Content-Type': 'application/json', authorization: 'key' },
    body: '{"to":"{national}","text":"您的验证码 {code}，{minutes} 分钟内有效","keep":"{other}"}',
    okText: '"OK"',
  }
  await createHttpSms(outgoing, settings).send('+8613800000000', '012345', 5)
  expect(sent[0]).toMatchObject({
    url: 'https://sms.test/send?to=%2B8613800000000',
    init: {
      method: 'POST',
      headers: settings.headers,
      body: '{"to":"13800000000","text":"您的验证码 012345，5 分钟内有效","keep":"{other}"}',
    },
  })
  const form = { ...settings, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'to={phone}' }
  await createHttpSms(outgoing, form).send('+5511912345678', '1', 5)
  expect(sent[1]).toMatchObject({ init: { body: 'to=%2B5511912345678' } })
  answer = { status: 200, text: '{"Code":"LIMIT"}' }
  await expect(createHttpSms(outgoing, settings).send('+8613800000000', '1', 5)).rejects.toThrow('answered 200')
  answer = { status: 503, text: '"OK"' }
  await expect(createHttpSms(outgoing, settings).send('+8613800000000', '1', 5)).rejects.toThrow('answered 503')
})
