// waiver: size: what becomes of a file, told from one upload to the last undo on one server
import { encodeBill, sampleBills } from '@sluice/bills/testing'
import { LostError } from '@sluice/work'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createImportWorker, type ImportWorker } from '../bill-import/index.ts'

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

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, `${BASE}/${path}`, { token, ...(body === undefined ? {} : { body }) })
/** What people asked for is done, and the file is as it is then. */
async function work(id: string) {
  while (await worker.turn());
  return (await call('GET', `file/${id}`)).json().content.file
}
const load = async (id: string, body: object = {}) => {
  await call('POST', `file/${id}/load`, body)
  return work(id)
}
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const content = async (...args: Parameters<typeof call>): Promise<any> => (await call(...args)).json().content

let counter = 0
async function newAccount(platform = 'alipay', more = {}) {
  counter += 1
  return content('POST', 'account', { code: `acc-${counter}`, name: `Account ${counter}`, platform, ...more })
}
const sampleOf = (format: string) => sampleBills.find(bill => bill.format === format)!
async function upload(account: string, bytes: Buffer, name = 'bill.csv', query = '') {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await server.call('POST', `${BASE}/account/${account}/file${query}`, { token, body, headers })
  return work(answer.json().content.id)
}
const bytesOf = (format: string, change = (text: string) => text) => {
  const bill = sampleOf(format)
  return encodeBill(change(bill.text), bill.encoding)
}

describe('from a file to lines', () => {
  test('the first whole path: account, upload, preview, load, lines with sums, raw line', async () => {
    await content('POST', 'item-standard')
    const account = await newAccount('alipay', { shop_no: '2088012345678901', opening: '1000.00' })
    expect(account).toMatchObject({ opening: '1000.00', balance: null, status: 'active', zone: 'Asia/Shanghai' })
    const file = await upload(account.id, bytesOf('alipay-account'), '202403_账务明细.csv')
    expect(file).toMatchObject({
      state: 'checked',
      format: 'alipay-account',
      encoding: 'gb18030',
      rows_total: 5,
      in: '1350.50',
      out: '2040.60',
    })
    const detail = await content('GET', `file/${file.id}`)
    expect(detail).toMatchObject({
      is_proved: true,
      opening: '1000.00',
      closing: '309.90',
      repeated: 0,
      known: 0,
      problem_count: 0,
      proof: 'totals',
    })
    expect(
      detail.figures.map((figure: { declared: string; agrees: boolean }) => [figure.declared, figure.agrees]),
    ).toEqual([
      ['3', true],
      ['2040.60', true],
      ['2', true],
      ['1350.50', true],
    ])
    expect(detail.columns.find((column: { label: string }) => column.label === '商品名称').use).toBeNull()
    expect(await content('GET', `billing?account_id=${account.id}`)).toEqual({ lines: [], next: null })

    const loaded = await load(file.id, {})
    expect(loaded).toMatchObject({ state: 'loaded', rows_ok: 5, rows_duplicate: 0 })
    const { lines } = await content('GET', `billing?account_id=${account.id}`)
    expect(
      lines.map((line: Record<string, unknown>) => [
        line['bill_date'],
        line['amount'],
        line['item_name'],
        line['status'],
      ]),
    ).toEqual([
      ['2024-03-31', '-2000.00', '提现', 'open'],
      ['2024-03-03', '-40.00', '退款', 'open'],
      ['2024-03-02', '1250.50', '货款', 'open'],
      ['2024-03-01', '-0.60', '支付与技术服务费', 'open'],
      ['2024-03-01', '100.00', '货款', 'open'],
    ])
    // The clock of the account, not of the server.
    expect(lines[0]).toMatchObject({ occurred_at: '2024-03-31T15:59:59Z', balance_after: '309.90' })
    expect(await content('GET', `billing-sums?account_id=${account.id}`)).toEqual([
      { currency: 'CNY', count: '5', in: '1350.50', out: '-2040.60', net: '-690.10' },
    ])
    const raw = await content('GET', `billing/${lines[2].id}/raw`)
    expect(raw).toMatchObject({ line_no: 8, file_name: '202403_账务明细.csv' })
    expect(raw.text).toBe(sampleOf('alipay-account').text.split('\r\n')[7])
    expect((await content('GET', `account/${account.id}`)).balance).toBe('309.90')
  })

  test('lines of a closed month count in the next one and say so; of an archived one they are refused', async () => {
    const account = await newAccount()
    const settle = (state: string) =>
      server.database.withTenant(server.a.tenantId, async tx => {
        await tx.execute(
          `insert into recon_period (account_id, month, state) values ($1, '2024-03-01', $2)
           on conflict (tenant_id, account_id, month) do update set state = excluded.state`,
          [account.id, state],
        )
        await tx.execute(`update recon_account set locked_before = '2024-04-01' where id = $1`, [account.id])
      })
    await settle('archived')
    const file = await upload(account.id, bytesOf('alipay-account'))
    expect(await load(file.id)).toMatchObject({ state: 'checked', failure: { code: 'conflict.periodArchived' } })
    await settle('closed')
    expect(await load(file.id)).toMatchObject({ state: 'loaded', rows_ok: 5 })
    expect((await content('GET', `file/${file.id}`)).late).toEqual({ lines: 5, month: '2024-04' })
    const { lines } = await content('GET', `billing?account_id=${account.id}&booked_in=2024-04-01`)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatchObject({ bill_date: '2024-03-31', late_for: '2024-03', booked_in: '2024-04' })
    expect((await call('GET', `account/${account.id}/period/2024-04`)).json().content).toMatchObject({
      ...{ late: '5', in: '1350.50', out: '-2040.60' },
    })
  })

  test('lines beyond a page come once each', async () => {
    const account = await newAccount()
    const file = await upload(account.id, bytesOf('alipay-account'))
    await load(file.id, {})
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`
      const page: { lines: { txn_no: string }[]; next: string | null } = await content(
        'GET',
        `billing?account_id=${account.id}&limit=2${after}`,
      )
      seen.push(...page.lines.map(line => line.txn_no))
      next = page.next
    }
    expect(seen).toEqual(['1005', '1004', '1003', '1002', '1001'])
  })

  test.each([
    ['status=open', 5],
    ['way=in', 2],
    ['way=out', 3],
    ['item_id=none', 5],
    ['number=T200P1001', 3],
    ['number=1003', 1],
    ['from=2024-03-02&to=2024-03-03', 2],
    ['from=2024-03-31&to=2024-03-31', 1],
    ['kind=%E6%8F%90%E7%8E%B0', 1],
  ])('the sums are of the lines that %s lists', async (query, count) => {
    await server.database.withTenant(server.a.tenantId, tx => tx.execute('delete from bill_line'))
    const account = await newAccount()
    const file = await upload(
      account.id,
      bytesOf('alipay-account', text => `${text}\r\n#${counter}`.replace(/\r\n#\d+$/, '')),
    )
    await load(file.id, {})
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute('update bill_line set item_id = null, item_by = null'),
    )
    const { lines } = await content('GET', `billing?account_id=${account.id}&${query}`)
    const [sum] = await content('GET', `billing-sums?account_id=${account.id}&${query}`)
    expect(lines.length).toBe(count)
    expect(sum.count).toBe(String(count))
    const minor = lines.reduce(
      (total: bigint, line: { amount: string }) => total + BigInt(line.amount.replace('.', '')),
      0n,
    )
    expect(BigInt(sum.net.replace('.', ''))).toBe(minor)
  })
})

describe('the same movement twice', () => {
  test('the same file again is refused, one that overlaps leaves its known lines out, and taking the first back lets them count', async () => {
    const account = await newAccount()
    const first = await upload(account.id, bytesOf('alipay-account'))
    await load(first.id, {})
    expect((await upload(account.id, bytesOf('alipay-account'), 'again.csv')).failure.code).toBe('bill.doubled')

    const other = bytesOf('alipay-account', text =>
      text.replace('导出时间：[2024年04月02日', '导出时间：[2024年04月03日'),
    )
    const second = await upload(account.id, other)
    expect((await content('GET', `file/${second.id}`)).known).toBe(5)
    expect(await load(second.id, {})).toMatchObject({ rows_ok: 0, rows_duplicate: 5 })
    const net = async () => (await content('GET', `billing-sums?account_id=${account.id}`))[0]
    expect(await net()).toMatchObject({ count: '5', net: '-690.10' })

    expect((await content('POST', `file/${first.id}/revert`)).state).toBe('reverted')
    expect(await net()).toMatchObject({ count: '5', net: '-690.10' })
    expect((await content('POST', `file/${second.id}/revert`)).state).toBe('reverted')
    expect(await content('GET', `billing-sums?account_id=${account.id}`)).toEqual([])
    expect(await load(first.id, {})).toMatchObject({ state: 'loaded', rows_ok: 5 })
  })

  test('a file with a matched line cannot be taken back, and nothing of it goes', async () => {
    const account = await newAccount()
    const file = await upload(account.id, bytesOf('alipay-account'))
    await load(file.id, {})
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(`update bill_line set status = 'matched' where file_id = $1 and txn_no = '1003'`, [file.id]),
    )
    expect((await call('POST', `file/${file.id}/revert`)).json().code).toBe('conflict.billSettled')
    expect((await content('GET', `billing-sums?account_id=${account.id}`))[0].count).toBe('5')
  })

  test('two people who load the same file at once load it once', async () => {
    const account = await newAccount()
    const file = await upload(account.id, bytesOf('alipay-account'))
    const answers = await Promise.all([1, 2].map(() => call('POST', `file/${file.id}/load`, {})))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 409])
    await work(file.id)
    expect((await content('GET', `billing-sums?account_id=${account.id}`))[0].count).toBe('5')
  })
})

describe('what is refused is not half there', () => {
  test.each([
    ['another platform', 'alipay', () => bytesOf('wechat-fund'), 'bill.platform'],
    [
      'totals that disagree',
      'alipay',
      () => bytesOf('alipay-account', text => text.replace('1350.50', '1350.51')),
      'bill.total',
    ],
    [
      'cut off',
      'alipay',
      () => bytesOf('alipay-account', text => text.slice(0, text.indexOf('#支出合计'))),
      'bill.cutOff',
    ],
    ['no bill', 'alipay', () => Buffer.from('a,b,c\r\n1,2,3\r\n'), 'bill.unknown'],
    ['a zip bomb', 'alipay', () => Buffer.from('PK\x03\x04 not really'), /bill\.archive/],
  ])('%s', async (_name, platform, makeBytes, code) => {
    const account = await newAccount(platform)
    const file = await upload(account.id, makeBytes())
    expect(file.state).toBe('rejected')
    expect(file.failure.code).toMatch(code)
    expect((await call('POST', `file/${file.id}/load`, {})).json().code).toBe('conflict.billState')
    expect((await content('GET', `billing?account_id=${account.id}`)).lines).toEqual([])
  })

  test('another month than was asked for, and another account', async () => {
    const account = await newAccount()
    expect(
      (await upload(account.id, bytesOf('alipay-account'), 'b.csv', '?from=2024-03-01&to=2024-03-30')).failure.code,
    ).toBe('bill.period')
    const other = await newAccount('alipay', { shop_no: '2088999' })
    expect((await upload(other.id, bytesOf('alipay-account'))).failure.code).toBe('bill.account')
  })

  test('a bill that states nothing is loaded only with the figures of a person, and only where they agree', async () => {
    const account = await newAccount('pinduoduo')
    const file = await upload(account.id, bytesOf('pinduoduo-account'))
    expect([file.state, file.failure]).toEqual(['checked', null])
    expect((await call('POST', `file/${file.id}/load`, {})).json().code).toBe('invalid.billControl')
    const wrong = await load(file.id, { control: { rows: 3, in: '59.90', out: '60.00' } })
    expect([wrong.state, wrong.failure.code, wrong.job.state]).toEqual(['checked', 'bill.total', 'failed'])
    expect((await content('GET', `billing?account_id=${account.id}`)).lines).toEqual([])
    const right = { rows: 3, in: '59.90', out: '60.26' }
    expect(await load(file.id, { control: right })).toMatchObject({
      state: 'loaded',
      rows_ok: 3,
    })
  })
})

describe('loading is a job', () => {
  const log = { error: () => undefined }
  const sumsOf = (account: string) => content('GET', `billing-sums?account_id=${account}`)

  test('of a process that is lost behind the last line nothing is kept, and the next one loads it whole', async () => {
    const account = await newAccount()
    const file = await upload(account.id, bytesOf('alipay-account'))
    await call('POST', `file/${file.id}/load`, {})
    const { database, uploads } = server
    let lines = 0
    const dying: typeof database = {
      ...database,
      withTenant: (tenant, whole, options) =>
        database.withTenant(
          tenant,
          async tx => {
            const answer = await whole(tx)
            const [row] = await tx.query<{ count: string }>('select count(*) from bill_line where file_id = $1', [
              file.id,
            ])
            const count = Number(row?.count)
            lines = Math.max(lines, count)
            if (count > 0) throw new LostError()
            return answer
          },
          options,
        ),
    }
    await createImportWorker({ database: dying, uploads, log, now: Date.now }).turn()
    expect([lines, await sumsOf(account.id)]).toEqual([5, []])
    expect(await work(file.id)).toMatchObject({ state: 'loaded', rows_ok: 5, job: null })
    expect((await sumsOf(account.id))[0].count).toBe('5')
  })

  test('one that is cancelled while it goes on takes no line, and can be asked for again', async () => {
    const account = await newAccount()
    const file = await upload(account.id, bytesOf('alipay-account'))
    expect((await call('POST', `file/${file.id}/cancel`)).json().code).toBe('conflict.billIdle')
    await call('POST', `file/${file.id}/load`, {})
    const { database, uploads } = server
    let cancelled: Promise<unknown> = Promise.resolve()
    // Asked for where the file is opened: in the middle of the job's own transaction.
    const asking = {
      ...uploads,
      resolve(path: string) {
        cancelled = call('POST', `file/${file.id}/cancel`)
        return uploads.resolve(path)
      },
    }
    const slow: typeof database = {
      ...database,
      withTenant: (tenant, whole, options) =>
        database.withTenant(
          tenant,
          tx => whole({ ...tx, copyIn: (...copy) => cancelled.then(() => tx.copyIn(...copy)) }),
          options,
        ),
    }
    await createImportWorker({ database: slow, uploads: asking, log, now: Date.now }).turn()
    expect(await work(file.id)).toMatchObject({
      state: 'checked',
      failure: null,
      job: { step: 'load', state: 'cancelled' },
    })
    expect(await sumsOf(account.id)).toEqual([])
    expect(await load(file.id)).toMatchObject({ state: 'loaded', rows_ok: 5 })
  })

  test('a reading that is cancelled is no bill, and the same bytes may come again', async () => {
    const account = await newAccount()
    const bytes = bytesOf('alipay-account')
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\nContent-Type: text/csv\r\n\r\n`
    const answer = await server.call('POST', `${BASE}/account/${account.id}/file`, {
      token,
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    const { content: file } = answer.json()
    expect(file).toMatchObject({ state: 'parsing', job: { step: 'check', state: 'queued' } })
    expect((await call('POST', `file/${file.id}/load`, {})).json().code).toBe('conflict.billBusy')
    expect(await content('POST', `file/${file.id}/cancel`)).toMatchObject({
      ...{ state: 'rejected', failure: { code: 'conflict.billCancelled' } },
    })
    expect(await upload(account.id, bytes)).toMatchObject({ state: 'checked' })
  })
})

describe('items', () => {
  test('rules take lines in their order, a person decides over them, and a settled line stays', async () => {
    const account = await newAccount('bank')
    const bytes = bytesOf('bank-list')
    const file = await upload(account.id, bytes)
    await load(file.id, {})
    const groups = await content('GET', 'unclassified')
    expect(groups).toContainEqual({
      platform: 'bank',
      kind: '转账',
      way: 'in',
      currency: 'CNY',
      count: '1',
      amount: '1000.00',
    })
    const rule = { platform: 'bank', field: 'kind', op: 'equals', value: '转账', way: 'in', priority: 5 }
    const settings = {
      name: '到账',
      direction: 'in',
      class: 'other',
      is_matched: true,
      debit_account: '',
      credit_account: '',
      is_active: true,
    }
    const item = await content('POST', 'item', { code: 'arrival', ...settings, rules: [rule] })
    expect((await content('POST', 'unclassified/classify')).changed).toBeGreaterThan(0)
    const { lines } = await content('GET', `billing?account_id=${account.id}&item_id=${item.id}`)
    expect(lines).toMatchObject([{ kind: '转账', item_by: 'rule' }])
    expect((await call('DELETE', `item/${item.id}`)).json().code).toBe('conflict.itemUsed')
    expect(await content('PUT', 'billing/item', { ids: [lines[0].id], item_id: null })).toEqual({ changed: 1 })
    expect(await content('POST', 'billing/ignore', { ids: [lines[0].id], reason: 'own transfer' })).toEqual({
      changed: 1,
    })
    expect((await call('POST', 'billing/ignore', { ids: [lines[0].id], reason: 'x' })).json().code).toBe(
      'conflict.lineState',
    )
    expect(await content('POST', 'billing/restore', { ids: [lines[0].id] })).toEqual({ changed: 1 })
    expect((await call('DELETE', `item/${item.id}`)).statusCode).toBe(200)
  })
})
