import { newId } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Evidence } from './contract.ts'

let server: TestServer
let first: string
let second: string
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  await query(tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'checker-a', '复核员', password_hash, role_id from app_user
        where tenant_id = app_tenant() and username = 'admin-a'`,
    ),
  )
  first = await server.signIn('admin-a', PASSWORD)
  second = await server.signIn('checker-a', PASSWORD)
  stranger = await server.signIn('admin-b', PASSWORD)
})
afterAll(() => server.drop())

const BASE = '/api/dh/lessee/reconciliation'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, token = first) =>
  server.call(method, `${BASE}${path}`, { token, headers: { 'accept-language': 'en' } })
async function ask<T>(method: string, path: string): Promise<T> {
  const answer = await send(method, path)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

/** The key of a new bill line. */
const newKey = async (): Promise<string> => {
  const id = newId()
  return query(async tx => {
    await tx.execute(
      `insert into recon_account (id, code, name, platform, currency) values ($1, $2, 'S', 'alipay', 'CNY')`,
      [id, `shop-${id.slice(-12)}`],
    )
    const [row] = await tx.query<{ id: string }>(
      `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date)
       values ($1, '\\x01', 5, 'CNY', now(), current_date) returning id`,
      [id],
    )
    return `a${row!.id}` // an insert answers with its row
  })
}

describe('evidence', () => {
  const upload = (key: string, name: string, bytes: Buffer | string, token = first) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    return server.call('POST', `${BASE}/difference/${key}/evidence`, {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'en' },
      body: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--x--\r\n')]),
    })
  }
  const filesOf = () => server.uploads.listOf(server.a.tenantId)
  const PDF = '%PDF-1.7\n'

  test('is kept as it came, and given back as an attachment', async () => {
    const key = await newKey()
    const made = await upload(key, '../../回单<b>.pdf', PDF)
    expect(made.statusCode).toBe(200)
    const { id } = made.json<{ content: Evidence }>().content
    const [listed] = await ask<Evidence[]>('GET', `/difference/${key}/evidence`)
    expect(listed).toMatchObject({
      id,
      name: '回单<b>.pdf',
      media_type: 'application/pdf',
      size_bytes: '9',
      is_own: true,
    })
    const back = await send('GET', `/evidence/${id}/content`)
    expect(back.body).toBe(PDF)
    expect(back.headers['content-disposition']).toMatch(/^attachment/)
    expect(back.headers['content-type']).toMatch(/octet-stream/)
    expect((await send('GET', `/evidence/${id}/content`, stranger)).statusCode).toBe(404)
  })

  test.each([
    ['page.html', '<script>alert(1)</script>'],
    ['picture.svg', '<svg/>'],
    ['run.exe', 'MZ'],
    ['not.pdf', '<html>'],
    ['not.png', '%PDF-1.7'],
    ['zip.txt', Buffer.from([65, 0, 66])],
    ['empty.pdf', ''],
    ['noending', PDF],
    ['proto.__proto__', PDF],
    ['constructor', PDF],
  ])('%s is refused, and no byte of it stays', async (name, bytes) => {
    const before = (await filesOf()).length
    const answer = await upload(await newKey(), name, bytes)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid.evidenceType'])
    expect((await filesOf()).length).toBe(before)
  })

  test('twenty of a line, though thirty come at once; nothing of the others stays', async () => {
    const key = await newKey()
    const before = (await filesOf()).length
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => upload(key, `${at}.pdf`, PDF)))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(20)
    expect((await ask<Evidence[]>('GET', `/difference/${key}/evidence`)).length).toBe(20)
    expect((await filesOf()).length).toBe(before + 20)
  })

  test('only who attached a file removes it; the log keeps its hash', async () => {
    const key = await newKey()
    const { id, sha256 } = (await upload(key, 'a.pdf', PDF)).json<{ content: Evidence }>().content
    const before = (await filesOf()).length
    expect((await send('DELETE', `/evidence/${id}`, second)).statusCode).toBe(409)
    expect((await send('DELETE', `/evidence/${id}`)).statusCode).toBe(200)
    expect((await filesOf()).length).toBe(before - 1)
    const rows = await query(tx =>
      tx.query<{ text: string }>(
        'select operation_log::text as text from operation_log where tenant_id = app_tenant() order by created_at desc limit 5',
      ),
    )
    expect(rows.some(({ text }) => text.includes(sha256))).toBe(true)
  })

  test('of a line that is not there is refused before it is kept', async () => {
    const before = (await filesOf()).length
    for (const key of ['a999999999', 'g999999999', 'b9223372036854775807', 'a9999999999999999999'])
      expect((await upload(key, 'a.pdf', PDF)).statusCode).toBe(404)
    expect((await filesOf()).length).toBe(before)
  })
})
