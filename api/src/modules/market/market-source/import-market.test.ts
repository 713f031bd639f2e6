import { openOwner } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, openIndex, signIndex } from '../../../packaging/index.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { MarketSource } from './contract.ts'
import { offerPackage } from './testing/market-world.ts'

/** A market that is carried to an installation without a network. */
let a: TestServer
let b: TestServer
let owner: Awaited<ReturnType<typeof openOwner>>
let token: string
let file: string
let id: string
let inA: { readonly token: string; post<T>(path: string, body: unknown): Promise<T> }

const BORDER = 'border-of-the-form'
const bring = (text: string | Buffer, at = id) =>
  b.call('POST', `/api/dh/lessee/market-source/${at}/import`, {
    token,
    headers: { 'content-type': `multipart/form-data; boundary=${BORDER}`, 'accept-language': 'en' },
    body: Buffer.concat([
      Buffer.from(
        `--${BORDER}\r\ncontent-disposition: form-data; name="file"; filename="m.jsonl"\r\ncontent-type: application/x-ndjson\r\n\r\n`,
      ),
      Buffer.from(text),
      Buffer.from(`\r\n--${BORDER}--\r\n`),
    ]),
  })
const listSources = async (): Promise<MarketSource[]> =>
  (await b.call('GET', '/api/dh/lessee/market-source', { token })).json().content
const addSource = async (title: string, key: string): Promise<string> =>
  (await b.call('POST', '/api/dh/lessee/market-source', { token, body: { title, key } })).json().content.id
const exportA = async (): Promise<string> =>
  (await a.call('POST', '/api/dh/lessee/market-feed/export', { token: inA.token })).body
/** All that an import could leave. */
const look = async (): Promise<string> => {
  const { rows } = await owner.query(
    `select (select count(*) from market_mirror) as mirror, (select count(*) from market_offer) as offers,
            (select string_agg(serial || ' ' || packages, ',' order by id) from market_source) as sources`,
  )
  return JSON.stringify(rows)
}

beforeAll(async () => {
  ;[a, b] = await Promise.all([startTestServer(), startTestServer()])
  owner = await openOwner(b.databaseUrl)
  token = await b.signIn('admin-a', PASSWORD)
  const asA = await a.signIn('admin-a', PASSWORD)
  inA = {
    token: asA,
    async post(path, body) {
      const answer = await a.call('POST', path, { token: asA, body })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json().content
    },
  }
  for (const name of ['one', 'two', 'three']) await offerPackage(a, inA, packageOf(name))
  file = await exportA()
  const peeked = await b.call('POST', '/api/dh/lessee/market-source/peek', {
    token,
    body: { head: file.split('\n')[0] },
  })
  expect(peeked.json().content).toMatchObject({ packages: 3, address: '', source_id: null })
  id = await addSource('Carried', peeked.json().content.key)
})
afterAll(async () => {
  await owner.end()
  await Promise.all([a.drop(), b.drop()])
})

test('a file with a changed byte, without a package, with one too many, cut, of another key or with a line without an end brings nothing', async () => {
  const before = await look()
  const lines = file.trimEnd().split('\n')
  const { index } = openIndex(lines[0] ?? '', null)
  const forged = signIndex(index, createPublisherKey().secret)
  for (const [text, code, value] of [
    [file.replace('Orders', 'Ordres'), 'invalid.marketPackageAltered', / 1\.0\.0/],
    [lines.slice(0, 3).join('\n'), 'invalid.marketFile', /one 1\.0\.0/],
    [`${file}${lines[2]}\n`, 'invalid.marketFile', /[0-9a-f]{64}/],
    [file.slice(0, -40), 'invalid.marketFile', /4/],
    [file.replace('serial\\":', 'serial\\":1'), 'invalid.marketAltered', /./],
    [[forged, ...lines.slice(1)].join('\n'), 'invalid.marketKey', /[0-9a-f]{8} /],
    ['', 'invalid.marketIndex', /JSON/],
    [Buffer.alloc(40 * 2 ** 20, 'x'), 'invalid.marketFile', /32 MB/],
    [`${lines[0]}\n${'['.repeat(1_000_000)}`, 'invalid.marketFile', /2/],
  ] as const) {
    const answer = await bring(text)
    expect([code, answer.statusCode, answer.json()]).toMatchObject([
      code,
      422,
      { code, message: expect.stringMatching(value) },
    ])
    expect(await look()).toBe(before)
  }
  expect(await b.uploads.listOf(b.a.tenantId)).toEqual([])
})

test('killed at any of the statements by which an import writes, all of it is there or nothing', async () => {
  await owner.query(`create sequence fault; create table fault_at (at bigint); insert into fault_at values (0);
    create function fault() returns trigger language plpgsql security definer as $$ begin
      if (select at > 0 and nextval('fault') = at from fault_at) then
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(1);
      end if;
      return null;
    end $$`)
  for (const table of ['market_mirror', 'market_offer', 'market_source', 'operation_log'])
    await owner.query(
      `create trigger fault after insert or update or delete on "${table}" for each statement execute function fault()`,
    )
  const before = await look()
  let kills = 0
  for (let at = 1; at < 60; at += 1) {
    await owner.query('update market_source set claimed_until = null')
    await owner.query(`select setval('fault', 1, false); update fault_at set at = ${at}`)
    const answer = await bring(file)
    await owner.query('update fault_at set at = 0')
    if (answer.statusCode === 200) break
    kills += 1
    expect([at, await look()]).toEqual([at, before])
  }
  expect(kills).toBeGreaterThan(8)
  expect(await listSources()).toMatchObject([{ waiting: 3, packages: 3, failure: null }])
})

test('the same file again changes nothing, an older one is refused, and a newer one brings what is new and takes what is gone', async () => {
  const before = await look()
  expect((await bring(file)).statusCode).toBe(200)
  expect(await look()).toBe(before)
  await offerPackage(a, inA, packageOf('four'))
  const [one] = (
    await a.call('POST', '/api/dh/lessee/solution-package/searchv2', { token: inA.token, body: { keyword: 'one' } })
  ).json().content
  await inA.post(`/api/dh/lessee/solution-package/${one.id}/release/1.0.0/withdraw`, {})
  const newer = await exportA()
  expect((await bring(newer)).json().content).toMatchObject({ waiting: 3, withdrawn: 1, packages: 3 })
  expect((await bring(file)).json()).toMatchObject({ code: 'invalid.marketOlder' })
  const log = await b.call('GET', '/api/dp/system/log?object_type=marketSource', { token })
  expect(log.json().content.map((each: { action: string }) => each.action)).toContain('marketSource.import')
})
