import { createHmac } from 'node:crypto'
import {
  beijing,
  exact,
  expired,
  many,
  momentIn,
  momentOf,
  parse,
  type Row,
  stampAs,
  startVendor,
  type Told,
  type Vendor,
  type VendorList,
} from './vendor.ts'

const [TENANT, KEY, SECRET] = ['tenant01', 'yy-app', 'yy-secret']
/** What stands at the end of a token must be encoded in an address. */
const TAIL = '+/='

const saleOrder = (at: number): Row => ({
  id: String(2_446_326_816_231_680n + BigInt(at)),
  code: `UO-${at}`,
  vouchdate: beijing(momentOf(at)),
  salesOrgId: '991',
  agentId: '1001',
  agentId_name: '客户 👍',
  transactionTypeId: 'SO01',
  payMoney: exact('12345678901234567.89'),
  nextStatus: 'CONFIRMORDER',
  pubts: beijing(momentOf(at)),
})
const purchaseOrder = (at: number): Row => ({
  id: exact(String(2_172_161_512_886_528_001n + BigInt(at))),
  code: `PO-${at}`,
  vouchdate: beijing(momentOf(at)),
  org: '991',
  vendor: '2001',
  bustype: 'A20001',
  status: at % 3,
  pubts: beijing(momentOf(at)),
})
const product = (at: number): Row => ({
  id: exact(String(1_489_997_762_220_523_501n + BigInt(at))),
  code: `M${at}`,
  name: `物料 ${at}`,
  unitCode: 'EA',
  unitName: '个',
  manageClassCode: '01',
  manageClassName: '成品',
})

/** A data centre by tenant, a signed request for a token, the token in the address; refusals come with status 200. */
export function startYonyou(): Promise<Vendor> {
  const stamp = stampAs('pubts', beijing)
  const lists: Readonly<Record<string, VendorList & { readonly code: string }>> = {
    'sd/voucherorder/list': { code: 'sale-orders', rows: many(234, saleOrder), stamp },
    'scm/purchaseorder/list': { code: 'purchase-orders', rows: many(120, purchaseOrder), stamp },
    'digitalModel/product/listproductbycondition': { code: 'products', rows: many(205, product) },
  }
  return startVendor(
    {
      tooOften: refuse('310046', '触发了API级限流'),
      answer(asked, vendor) {
        const { pathname, searchParams } = asked.url
        if (pathname === '/open-auth/dataCenter/getGatewayAddress')
          return searchParams.get('tenantId') === TENANT
            ? accept({ gatewayUrl: `${vendor.url}/iuap-api-gateway`, tokenUrl: `${vendor.url}/iuap-api-auth` })
            : refuse('500', '根据租户id获取网关地址出现异常')
        if (pathname === '/iuap-api-auth/open-auth/selfAppAuth/base/v1/getAccessToken')
          return giveToken(searchParams, vendor.token + TAIL)
        const name = /^\/iuap-api-gateway\/yonbip\/(.+)$/.exec(pathname)?.[1] ?? ''
        const list = lists[name]
        if (!list && name !== 'sd/voucherorder/singleSave')
          return { status: 404, body: { code: '310404', message: `网关上没有注册此API[${name}]` } }
        if (searchParams.get('access_token') !== vendor.token + TAIL) return expired(refuseToken(name))
        return list ? read(list.rows, parse(asked.body)) : save(parse(asked.body), vendor.written)
      },
    },
    {
      hasToken: true,
      params: url => ({ gateway_url: url, tenant_id: TENANT, app_key: KEY, app_secret: SECRET }),
      lists: Object.fromEntries(Object.values(lists).map(list => [list.code, list])),
      samples: {
        'sale-order-save': at => ({
          salesOrgId: '991',
          agentId: 'C0001',
          code: `NEW${at}`,
          payMoney: 11.3,
          orderDetails: [{ productId: 'M1', qty: 1, oriSum: 11.3 }],
        }),
      },
      spoiled: { 'sale-order-save': { salesOrgId: '991', agentId: 'C0001', code: 'BAD', orderDetails: [] } },
    },
  )
}

const accept = (data: Row): Told => ({ body: { code: '00000', message: '成功！', data } })
function refuse(code: string, message: string): Told {
  return { body: { code, message } }
}
/** Not every interface says it in JSON. */
const refuseToken = (name: string): Told =>
  name.startsWith('scm/')
    ? { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '非法token' }
    : refuse('310036', '非法token')

function giveToken(query: URLSearchParams, token: string): Told {
  const [key, time] = [query.get('appKey') ?? '', query.get('timestamp') ?? '']
  if (key !== KEY) return refuse('10018', '应用不存在或appKey已停用')
  const signature = createHmac('sha256', SECRET).update(`appKey${key}timestamp${time}`).digest('base64')
  if (query.get('signature') !== signature || !/^\d{13}$/.test(time)) return refuse('10019', '签名校验失败')
  return accept({ access_token: token, expire: 7200 })
}

function read(rows: readonly Row[], sent: Row): Told {
  const [page, size] = [Number(sent['pageIndex']), Number(sent['pageSize'])]
  if (!(page >= 1 && size >= 1)) return refuse('310008', '参数校验失败，缺少必填参数')
  const [condition] = (sent['simpleVOs'] ?? []) as Row[]
  const fitting = rows.filter(row => {
    const at = momentIn(row['pubts'])
    return !condition || (at >= momentIn(condition['value1']) && at <= momentIn(condition['value2']))
  })
  const recordList = fitting.slice((page - 1) * size, page * size)
  const data = { pageIndex: page, pageSize: size, recordCount: fitting.length, recordList }
  return { body: { code: '200', message: '操作成功', data } }
}

/** A key that was used before gives the order it made. */
function save(sent: Row, written: Row[]): Told {
  const data = parse(JSON.stringify(sent['data'] ?? {}))
  const key = String(data['resubmitCheckKey'] ?? '')
  if (key.length > 32) return refuse('310015', 'resubmitCheckKey 超长')
  const lines = (data['orderDetails'] ?? []) as Row[]
  const hasStatus = [data, ...lines].every(each => each['_status'] === 'Insert')
  if (!hasStatus || lines.length === 0) return refuse('999', '服务端逻辑异常')
  const known = written.findIndex(each => each['resubmitCheckKey'] === key)
  if (known >= 0) return { body: { code: '100004', message: '重复提交', data: { id: String(known + 1) } } }
  written.push(data)
  return { body: { code: 200, message: '操作成功', data: { id: String(written.length), code: data['code'] } } }
}
