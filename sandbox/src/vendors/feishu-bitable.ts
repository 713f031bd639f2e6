import {
  type Asked,
  expired,
  many,
  momentOf,
  parse,
  type Row,
  stampAs,
  startVendor,
  type Told,
  type Vendor,
} from './vendor.ts'

const [APP, SECRET, BASE, TABLE] = ['cli_simulated', 'feishu-secret', 'bascnSimulated', 'tblSimulated']
const RECORDS = 1234

const record = (at: number): Row => ({
  record_id: `rec${String(at).padStart(6, '0')}`,
  fields: { 名称: [{ text: `客户 ${at}`, type: 'text' }], 金额: at * 1.5, 状态: at % 2 === 0 ? '进行中' : '完成' },
  created_time: momentOf(at).getTime(),
  last_modified_time: momentOf(at).getTime(),
})

/** A token for some hours, pages by token, refusals with a code of their own and status 400. */
export function startFeishuBitable(): Promise<Vendor> {
  const rows = many(RECORDS, record)
  const table = `/open-apis/bitable/v1/apps/${BASE}/tables/${TABLE}/records`
  return startVendor(
    {
      tooOften: { status: 400, body: { code: 99_991_400, msg: 'request trigger frequency limit' } },
      answer(asked, vendor) {
        if (asked.url.pathname === '/open-apis/auth/v3/tenant_access_token/internal') {
          const { app_id, app_secret } = parse(asked.body)
          if (app_id !== APP || app_secret !== SECRET) return { body: { code: 10_014, msg: 'app secret invalid' } }
          return { body: { code: 0, msg: 'ok', tenant_access_token: vendor.token, expire: 7200 } }
        }
        if (asked.headers['authorization'] !== `Bearer ${vendor.token}`)
          return expired(refuse(99_991_663, 'Invalid access token for authorization. Please make a test attempt.'))
        if (asked.url.pathname === `${table}/search`) return search(asked, rows)
        if (asked.url.pathname === table && asked.method === 'POST') return add(asked, vendor.written)
        return refuse(1_254_041, 'TableIdNotFound')
      },
    },
    {
      hasToken: true,
      params: url => ({ base_url: url, app_id: APP, app_secret: SECRET, app_token: BASE, table_id: TABLE }),
      lists: { records: { rows, stamp: stampAs('last_modified_time', moment => moment.getTime()) } },
      samples: { 'record-create': at => ({ 名称: `新客户 ${at}`, 金额: at }) },
      spoiled: { 'record-create': { 没有这列: 1 } },
    },
  )
}

const refuse = (code: number, msg: string): Told => ({ status: 400, body: { code, msg } })

function search({ url: { searchParams: query } }: Asked, rows: readonly Row[]): Told {
  const size = Number(query.get('page_size') ?? 20)
  if (size > 500) return refuse(1_254_001, 'WrongRequestBody: page_size')
  const start = Number((query.get('page_token') ?? 'c0').slice(1))
  const has_more = start + size < rows.length
  const items = rows.slice(start, start + size)
  const more = has_more ? { page_token: `c${start + size}` } : {}
  return { body: { code: 0, msg: 'success', data: { has_more, ...more, total: rows.length, items } } }
}

/** Columns of the table, with those of the lists of orders that packages write. */
const COLUMNS = new Set([
  ...['名称', '金额', '状态'],
  ...['订单号', '下单时间', '客户邮箱', '付款状态', '发货状态', '币种', '商品金额', '税额', '订单金额', '件数'],
  ...['备注', '商品明细', '行号', 'SKU', '商品', '数量', '单价', '行金额'],
])

function add({ body }: Asked, written: Row[]): Told {
  const fields = parse(JSON.stringify(parse(body)['fields'] ?? {}))
  if (Object.keys(fields).some(name => !COLUMNS.has(name))) return refuse(1_254_045, 'FieldNameNotFound')
  written.push(fields)
  return { body: { code: 0, msg: 'success', data: { record: { record_id: `recNew${written.length}`, fields } } } }
}
