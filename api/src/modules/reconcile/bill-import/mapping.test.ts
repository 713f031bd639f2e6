import { encodeBill, packBill, sampleBills } from '@sluice/bills/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createImportWorker, type ImportWorker } from './index.ts'

const BASE = '/api/dh/lessee/reconciliation'

let server: TestServer
let token: string
let worker: ImportWorker
beforeAll(async () => {
  server = await startTestServer()
  const { database, uploads } = server
  worker = createImportWorker({ database, uploads, log: { error: () => undefined }, now: Date.now })
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: unknown) =>
  server.call(method, `${BASE}/${path}`, { token, ...(body === undefined ? {} : { body }) })
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const content = async (...args: Parameters<typeof call>): Promise<any> => (await call(...args)).json().content
async function work(id: string) {
  while (await worker.turn());
  return (await content('GET', `file/${id}`)).file
}

let counter = 0
const newAccount = async (platform: string, currency = 'CNY') => {
  counter += 1
  return content('POST', 'account', { code: `map-${counter}`, name: `Map ${counter}`, platform, currency })
}
async function upload(account: string, bytes: Buffer, name: string) {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await server.call('POST', `${BASE}/account/${account}/file`, { token, body, headers })
  return work(answer.json().content.id)
}

const alipay = encodeBill(sampleBills[0]!.text, 'gb18030')
const UNKNOWN = [
  'Depot statement of the month',
  'Posted;Reference;Text;Debit;Credit;Saldo',
  '01.03.2024;R-1;Sale;;1.250,50;2.250,50',
  '02.03.2024;R-2;Fee;12,50;;2.238,00',
  'Summe;;;12,50;1.250,50;',
  '',
].join('\r\n')
const headings = ['Posted', 'Reference', 'Text', 'Debit', 'Credit', 'Saldo']
const mapping = {
  columns: { at: 'Posted', txn: 'Reference', kind: 'Text', balance: 'Saldo' },
  amount: { how: 'split', in: 'Credit', out: 'Debit' },
  ...{ day_order: 'dmy', decimal: ',', total: 'Summe', notes: [] },
}

describe('archives', () => {
  test.each([[true], [false]])(
    'a locked one asks for its password, which is kept nowhere (the old way: %s)',
    async isOld => {
      const account = await newAccount('alipay')
      const password = `secret-${isOld}-4711`
      const file = await upload(account.id, await packBill('账单.csv', alipay, { password, isOld }), 'alipay.zip')
      expect(file).toMatchObject({ state: 'rejected', failure: { code: 'bill.password' } })
      const wrong = await call('POST', `file/${file.id}/unlock`, { password: '000000' })
      expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'bill.password'])
      await call('POST', `file/${file.id}/unlock`, { password })
      expect(await work(file.id)).toMatchObject({ state: 'checked', format: 'alipay-account', rows_total: 5 })
      await call('POST', `file/${file.id}/load`, {})
      expect(await work(file.id)).toMatchObject({ state: 'loaded', rows_ok: 5 })
      expect((await call('POST', `file/${file.id}/unlock`, { password })).statusCode).toBe(409)
      const { rows } = await server.database.withTenant(server.a.tenantId, async tx => ({
        rows: await tx.query<{ text: string }>(
          `select r::text as text from raw_file r union all select j::text from import_job j union all select l::text from operation_log l`,
        ),
      }))
      expect(rows.filter(({ text }) => text.includes(password))).toEqual([])
    },
  )

  test('what leads out of an archive takes nothing', async () => {
    const account = await newAccount('alipay')
    const file = await upload(account.id, await packBill('../../bill.csv', alipay), 'a.zip')
    expect(file).toMatchObject({ state: 'rejected', failure: { code: 'bill.archive' } })
  })
})

describe('a file that nobody knows', () => {
  test('is shown, mapped, tried with its proofs, kept, loaded, and recognised the next time', async () => {
    const account = await newAccount('bank', 'EUR')
    const file = await upload(account.id, Buffer.from(UNKNOWN), 'depot.csv')
    expect(file).toMatchObject({ state: 'rejected', failure: { code: 'bill.unknown' } })
    const head = await content('GET', `file/${file.id}/head`)
    expect(head).toMatchObject({ header: 2, profile: null })
    expect(head.rows[1].cells).toEqual(headings)

    const trial = await content('POST', `file/${file.id}/try`, { headings, mapping })
    expect(trial).toMatchObject({
      ...{
        is_proved: true,
        proof: 'totals',
        rows: 2,
        in: '1250.50',
        out: '12.50',
        opening: '1000.00',
        closing: '2238.00',
      },
      failure: null,
    })
    // The wrong way round contradicts the balance; the wrong decimal sign is no amount.
    const turned = { ...mapping, amount: { how: 'split', in: 'Debit', out: 'Credit' } }
    const bad = await content('POST', `file/${file.id}/try`, { headings, mapping: turned })
    expect(bad).toMatchObject({ is_proved: false, failure: { code: 'bill.balance' } })
    const points = await content('POST', `file/${file.id}/try`, { headings, mapping: { ...mapping, decimal: '.' } })
    expect(points.problems[0]).toMatchObject({ code: 'bill.amount', line: 3, column: 'Credit', value: '1.250,50' })

    expect((await call('POST', `file/${file.id}/mapping`, { name: 'Depot', headings, mapping })).statusCode).toBe(200)
    expect(await work(file.id)).toMatchObject({ state: 'checked', format_name: { en: 'Depot' }, rows_total: 2 })
    await call('POST', `file/${file.id}/load`, {})
    expect(await work(file.id)).toMatchObject({ state: 'loaded', rows_ok: 2 })
    const { lines } = await content('GET', `billing?account_id=${account.id}`)
    expect(lines.map((line: { amount: string }) => line.amount)).toEqual(['-12.50', '1250.50'])

    const next = UNKNOWN.replaceAll('03.2024', '04.2024').replace('R-1', 'R-3').replace('R-2', 'R-4')
    const again = await upload(account.id, Buffer.from(next), 'april.csv')
    expect(again).toMatchObject({ state: 'checked', format_name: { en: 'Depot' } })
    // Columns may change their order, and one more may come; one fewer is another kind of bill.
    const moved = next
      .split('\r\n')
      .map(line => (line.includes(';') ? `x;${line}` : line))
      .join('\r\n')
    expect(await upload(account.id, Buffer.from(moved.replace('x;Posted', 'New;Posted')), 'more.csv')).toMatchObject({
      state: 'checked',
    })
    expect(await upload(account.id, Buffer.from(next.replaceAll('Reference', 'Ref')), 'less.csv')).toMatchObject({
      failure: { code: 'bill.unknown' },
    })
  })

  test('is mapped anew as the next version; what the first one read is loaded by the first one', async () => {
    const account = await newAccount('bank', 'EUR')
    const text = UNKNOWN.replaceAll('Saldo', 'Stand')
    const own = {
      headings: headings.with(5, 'Stand'),
      mapping: { ...mapping, columns: { ...mapping.columns, balance: 'Stand' } },
    }
    const first = await upload(account.id, Buffer.from(text), 'one.csv')
    await call('POST', `file/${first.id}/mapping`, { name: 'Two versions', ...own })
    expect((await work(first.id)).state).toBe('checked')
    const { profile } = await content('GET', `file/${first.id}/head`)
    expect(profile).toMatchObject({ name: 'Two versions', mapping: own.mapping })
    const second = await upload(account.id, Buffer.from(text.replace('R-1', 'R-9')), 'two.csv')
    const without = { ...own.mapping, columns: { at: 'Posted', kind: 'Text', balance: 'Stand' } }
    await call('POST', `file/${second.id}/mapping`, {
      ...{ profile_id: profile.id, name: 'Two versions', headings: own.headings, mapping: without },
    })
    await work(second.id)
    await call('POST', `file/${first.id}/load`, {})
    expect(await work(first.id)).toMatchObject({ state: 'loaded', rows_ok: 2 })
    const { lines } = await content('GET', `billing?account_id=${account.id}`)
    expect(lines.map((line: { txn_no: string }) => line.txn_no)).toEqual(['R-2', 'R-1'])
    const listed = (await content('GET', 'profile?keyword=Two')) as { version: number; files: number }[]
    expect(listed).toMatchObject([{ version: 2, files: 2 }])
  })

  test('profiles are renamed and deleted; a file that one of them read is not loaded without it', async () => {
    const account = await newAccount('bank', 'EUR')
    const text = UNKNOWN.replaceAll('Posted', 'Booked')
    const own = {
      headings: headings.with(0, 'Booked'),
      mapping: { ...mapping, columns: { at: 'Booked', balance: 'Saldo' } },
    }
    const file = await upload(account.id, Buffer.from(text), 'gone.csv')
    await call('POST', `file/${file.id}/mapping`, { name: 'Gone', ...own })
    await work(file.id)
    const [{ id }] = await content('GET', 'profile?keyword=Gone')
    expect((await call('PUT', `profile/${id}`, { name: 'Depot' })).json().code).toBe('conflict.profileName')
    expect(await content('PUT', `profile/${id}`, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', version: 1 })
    expect((await call('DELETE', `profile/${id}`)).statusCode).toBe(200)
    await call('POST', `file/${file.id}/load`, {})
    expect(await work(file.id)).toMatchObject({ state: 'checked', failure: { code: 'conflict.billProfileGone' } })
    const lines = (await content('GET', `billing?account_id=${account.id}`)).lines
    expect(lines).toEqual([])
  })

  test.each<[string, object, string]>([
    ['a column that is not there', { columns: { at: 'Nowhere' } }, 'mapping.columns.at'],
    ['a column for two amounts', { amount: { how: 'split', in: 'Debit', out: 'Debit' } }, 'mapping.amount.in'],
    ['a prototype as a column', { columns: { at: '__proto__' } }, 'mapping.columns.at'],
    ['an unknown field', { constructor: {} }, 'mapping'],
    [
      'no word for what comes in',
      { amount: { how: 'direction', column: 'Credit', direction: 'Text', in: [], out: ['x'], none: [] } },
      'mapping.amount.in',
    ],
  ])('%s is refused by the field', async (_, change, field) => {
    const account = await newAccount('bank', 'EUR')
    const file = await upload(account.id, Buffer.from(UNKNOWN.replace('Text', 'Texte')), 'x.csv')
    const wrong = { ...mapping, columns: { at: 'Posted' }, ...change }
    const answer = await call('POST', `file/${file.id}/try`, { headings, mapping: wrong })
    expect(answer.statusCode).toBe(422)
    expect(JSON.stringify(answer.json())).toContain(field)
  })

  test('another tenant sees none of it', async () => {
    const other = await server.signIn('admin-b', PASSWORD)
    const answer = await server.call('GET', `${BASE}/profile`, { token: other })
    expect(answer.json().content).toEqual([])
    const [{ id }] = await content('GET', 'profile')
    expect((await server.call('DELETE', `${BASE}/profile/${id}`, { token: other })).statusCode).toBe(404)
  })
})
