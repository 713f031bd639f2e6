import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_PIXEL } from '../../../testing/own-samples.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Activity, Center } from './contract.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const upload = (bytes: Buffer, as = token) => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\n\r\n'
  return server.call('POST', '/api/dp/account/avatar', {
    token: as,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
const readAvatar = async (): Promise<string | null> =>
  (await server.call('GET', '/api/user', { token })).json<{ content: { avatar: string | null } }>().content.avatar
const decode = (uri: string): Buffer => Buffer.from(uri.replace('data:image/webp;base64,', ''), 'base64')

describe('the picture', () => {
  test('is drawn anew as a small square, whatever it was, without a word of its metadata', async () => {
    const plain = sharp({ create: { width: 900, height: 400, channels: 3, background: '#13c2c2' } })
    const exif = { IFD0: { Copyright: 'canary-exif-4711', ImageDescription: 'canary-exif-4711' } }
    for (const bytes of [
      await plain.clone().jpeg().withExif(exif).toBuffer(),
      await plain.clone().png().withExif(exif).toBuffer(),
      await plain.clone().webp().withExif(exif).toBuffer(),
    ]) {
      expect(bytes.toString('latin1')).toContain('canary-exif-4711')
      server.advance(60_000)
      expect((await upload(Buffer.concat([bytes, Buffer.from('<script>canary-tail</script>')]))).statusCode).toBe(200)
      const made = decode((await readAvatar()) ?? '')
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
      expect(made.toString('latin1')).not.toMatch(/canary|Exif/i)
      expect(made.length).toBeLessThan(20_000)
    }
  })

  test('is upright when the camera was not', async () => {
    const half = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff0000' } })
      .composite([
        {
          input: await sharp({ create: { width: 100, height: 100, channels: 3, background: '#0000ff' } })
            .png()
            .toBuffer(),
          left: 100,
          top: 0,
        },
      ])
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    await upload(half)
    const { data, info } = await sharp(decode((await readAvatar()) ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => data.subarray((y * info.width + x) * info.channels)
    expect(at(80, 5)[0]).toBeGreaterThan(200) // red above
    expect(at(80, 155)[2]).toBeGreaterThan(200) // blue below
  })

  test('anything but a PNG, JPEG or WebP is refused, and what was there stays', async () => {
    await upload(ONE_PIXEL)
    const before = await readAvatar()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const bombs = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const hostile: Record<string, Buffer> = {
      svg: Buffer.from(svg),
      'svg behind a PNG signature': Buffer.concat([ONE_PIXEL.subarray(0, 8), Buffer.from(svg)]),
      gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      tiff: await sharp(ONE_PIXEL).tiff().toBuffer(),
      text: Buffer.from('hello'),
      nothing: Buffer.alloc(0),
      'half a picture': bombs.subarray(0, Math.floor(bombs.length / 2)),
      '81 million pixels in a few kilobytes': bombs,
    }
    for (const [name, bytes] of Object.entries(hostile)) {
      server.advance(60_000)
      const answer = await upload(bytes)
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 422, 'invalid.image'])
    }
    expect((await upload(Buffer.alloc(2 * 2 ** 20 + 1, ONE_PIXEL))).statusCode).toBe(413)
    expect(await readAvatar()).toBe(before)
  })

  test('a flood of pictures is slowed, and it can be taken away', async () => {
    const codes = []
    for (let times = 0; times < 12; times += 1) codes.push((await upload(ONE_PIXEL)).statusCode)
    expect(codes).toContain(429)
    expect((await server.call('DELETE', '/api/dp/account/avatar', { token })).statusCode).toBe(200)
    expect(await readAvatar()).toBeNull()
  })
})

describe('personal data', () => {
  const save = (body: object) => server.call('PUT', '/api/dp/account/base', { token, body })

  test('name, e-mail and phone are kept; another phone is not a confirmed one', async () => {
    token = await server.signIn('admin-a', PASSWORD)
    const phone = '+8613800000001'
    expect((await save({ nickname: '  小林 ', email: 'lin@example.test', phone })).statusCode).toBe(200)
    const confirm = () =>
      server.database.withTenant(server.a.tenantId, tx =>
        tx.execute("update app_user set phone_confirmed_at = now() where username = 'admin-a'"),
      )
    await confirm()
    const read = async () =>
      (await server.call('GET', '/api/dp/account/center', { token })).json<{ content: Center }>().content
    await save({ nickname: '小林', email: null, phone })
    expect(await read()).toMatchObject({ email: null, phone, phone_confirmed: true })
    await save({ nickname: '小林', email: null, phone: '+8613800000002' })
    expect(await read()).toMatchObject({ phone: '+8613800000002', phone_confirmed: false })
    const profile = (await server.call('GET', '/api/user', { token })).json().content
    expect([profile.nickname, profile.name]).toEqual(['小林', '小林'])
  })

  test.each([
    ['nickname', ''],
    ['nickname', 'a\u202eb'],
    ['nickname', 'line\nbreak'],
    ['email', 'no-address'],
    ['phone', '13800000000'],
    ['phone', '+86 138'],
  ])('%s %j is refused at its field', async (field, value) => {
    const answer = await save({ nickname: 'x', email: null, phone: null, [field]: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().content).toMatchObject([{ field }])
  })

  test('the centre shows what the user made and did, and nobody else', async () => {
    const other = await server.signIn('admin-b', PASSWORD)
    const center = (await server.call('GET', '/api/dp/account/center', { token })).json<{ content: Center }>().content
    expect(center.operation_count).toBeGreaterThan(3)
    const activity = async (as: string, query = '') =>
      (await server.call('GET', `/api/dp/account/activity${query}`, { token: as })).json<{
        content: Activity[]
        total: number
      }>()
    const mine = await activity(token, '?pageSize=2')
    expect([mine.content.length, mine.total > 3]).toEqual([2, true])
    expect(new Set((await activity(token, '?operation=update')).content.map(row => row.operation))).toEqual(
      new Set(['update']),
    )
    expect((await activity(other)).content.map(row => row.action)).toEqual(['passport.login'])
  })
})
