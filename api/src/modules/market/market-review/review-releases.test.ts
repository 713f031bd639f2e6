import type { SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller } from '../../../testing/config-world.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { PackageDetail } from '../solution-package/contract.ts'
import { judgeByCommand, listWaiting } from './review-releases.ts'

let server: TestServer
let call: ReturnType<typeof caller>
let other: string

beforeAll(async () => {
  server = await startTestServer()
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  other = await server.signIn('admin-b', PASSWORD)
})
afterAll(() => server.drop())

const detail = async (answer: ReturnType<typeof call>): Promise<PackageDetail> => {
  const { statusCode, body } = await answer
  if (statusCode !== 200) throw new Error(body)
  return JSON.parse(body).content
}
/** Released for the market. */
async function offer(document: SolutionPackage, as = call): Promise<PackageDetail> {
  const made = await detail(as('POST', '/solution-package/import', { text: JSON.stringify(document) }))
  const { manifest, files } = made.document
  const docs = files.filter(each => each.path.startsWith('docs/'))
  const body = { lock: made.lock, manifest, docs, pictures: [], visibility: 'market' }
  const { lock } = await detail(as('PUT', `/solution-package/${made.id}`, body))
  return detail(as('POST', `/solution-package/${made.id}/release`, { lock }))
}
const shown = async (): Promise<string[]> =>
  (await call('POST', '/market/searchv2', { origin: 'market' }, other))
    .json()
    .content.map((each: { name: string }) => each.name)

test('a release waits for the operator, and only what is let in is found and read by others', async () => {
  const [good, bad] = [await offer(packageOf('good')), await offer(packageOf('bad'))]
  expect([good, bad].map(each => each.release_state)).toEqual(['waiting', 'waiting'])
  expect(await shown()).toEqual([])
  const waiting = await listWaiting(server.database)
  expect(waiting.map(each => [each.name, each.version])).toEqual([
    ['good', '1.0.0'],
    ['bad', '1.0.0'],
  ])
  expect(waiting[0]?.warnings.join()).toContain('no licence')
  const [first, second] = waiting.map(each => each.id)
  await judgeByCommand(server.database, { id: first ?? '', reason: null }, 0)
  await judgeByCommand(server.database, { id: second ?? '', reason: 'What does it do?' }, 0)
  expect(await shown()).toEqual(['good'])
  expect((await call('GET', `/market/release:${first}`, undefined, other)).statusCode).toBe(200)
  expect((await call('GET', `/market/release:${second}`, undefined, other)).statusCode).toBe(404)
  const told = await detail(call('GET', `/solution-package/${bad.id}`))
  expect(told.releases).toMatchObject([{ state: 'refused', reason: 'What does it do?' }])
  await expect(judgeByCommand(server.database, { id: first ?? '', reason: null }, 0)).rejects.toMatchObject({
    code: 'notFound.release',
  })
})

test('what is withdrawn, or deleted with its package, is found no longer', async () => {
  const again = await offer(packageOf('again'))
  const [waiting] = await listWaiting(server.database)
  await judgeByCommand(server.database, { id: waiting?.id ?? '', reason: null }, 0)
  expect(await shown()).toEqual(['again', 'good'])
  await detail(call('POST', `/solution-package/${again.id}/release/1.0.0/withdraw`))
  expect(await shown()).toEqual(['good'])
  const [row] = (await call('POST', '/solution-package/searchv2', { keyword: 'good' })).json().content
  expect((await call('DELETE', `/solution-package/${row.id}`)).statusCode).toBe(200)
  expect(await shown()).toEqual([])
})

test('a mapping that cannot run is told at its field, and not released', async () => {
  const document = packageOf('broken', each => ({
    ...each,
    files: each.files.map(file => ({ ...file, text: file.text.replace('{{id}}', '{{id | nothing}}') })),
  }))
  const made = await detail(call('POST', '/solution-package/import', { text: JSON.stringify(document) }))
  const { problems } = (await call('POST', `/solution-package/${made.id}/check`)).json().content
  expect(problems.filter((each: { level: string }) => each.level === 'error')).toMatchObject([
    { place: 'objects/strategies/ORDERS.yaml', message: expect.stringMatching(/no.*nothing/) },
  ])
  const { statusCode } = await call('POST', `/solution-package/${made.id}/release`, { lock: made.lock })
  expect(statusCode).toBe(409)
})

test('the operator reads what was found by kind, refuses with a reason its author reads, and takes out what was let in', async () => {
  const operator = caller(server, await server.signIn('admin-a', PASSWORD))
  const author = caller(server, other)
  const key = ['sk', 'live', 'abcdefghij0123456789'].join('_')
  const made = await offer(
    packageOf('suspect', each => ({
      ...each,
      files: [
        ...each.files.map(file => ({
          ...file,
          text: file.text.replace('resource: orders,', 'resource: "http://10.0.0.7/x",'),
        })),
        { path: 'docs/readme.zh.md', text: `Call it with ${key}.` },
      ],
    })),
    author,
  )
  const path = '/market-review'
  const queue = (await operator('POST', `${path}/searchv2`, {})).json().content
  expect(queue).toMatchObject([{ name: 'suspect', tenant: 'B', state: 'waiting', publisher: 'B' }])
  const read = (await operator('GET', `${path}/${queue[0].id}`)).json().content
  const kinds = read.findings.map((each: { kind: string }) => each.kind)
  expect(new Set(kinds)).toEqual(new Set(['form', 'secret', 'egress', 'licence']))
  expect(JSON.stringify(read.findings)).not.toContain(key)
  expect(read.files.map((each: { path: string }) => each.path)).toContain('objects/strategies/ORDERS.yaml')
  // Who does not run the installation finds no queue, neither what is their own in it.
  for (const answer of [
    await author('POST', `${path}/searchv2`, {}),
    await author('GET', `${path}/${queue[0].id}`),
    await author('POST', `${path}/${queue[0].id}/approve`),
  ])
    expect(answer.statusCode).toBe(404)
  expect((await operator('POST', `${path}/${queue[0].id}/refuse`, { reason: ' ' })).statusCode).toBe(422)
  await operator('POST', `${path}/${queue[0].id}/approve`)
  expect((await operator('POST', '/market/searchv2', { origin: 'market' })).json().content).toMatchObject([
    { name: 'suspect' },
  ])
  await operator('POST', `${path}/${queue[0].id}/refuse`, { reason: 'A key stands in its document.' })
  expect((await operator('POST', '/market/searchv2', { origin: 'market' })).json().content).toEqual([])
  const told = await detail(author('GET', `/solution-package/${made.id}`))
  expect(told.releases).toMatchObject([{ state: 'refused', reason: 'A key stands in its document.' }])
  for (const token of [other, await server.signIn('admin-a', PASSWORD)]) {
    const log = (await server.call('GET', '/api/dp/system/log?object_type=package&keyword=suspect', { token })).json()
    expect(JSON.stringify(log.content)).toContain('A key stands in its document.')
  }
})
