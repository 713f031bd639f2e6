import { createHash } from 'node:crypto'
import {
  beijing,
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

const KEY = 'jst-app'
const SECRET = 'jst-secret'
const SEVEN_DAYS_MS = 7 * 86_400_000

const order = (at: number): Row => ({
  o_id: 11_000_000 + at,
  so_id: `TB2025${String(at).padStart(12, '0')}`,
  shop_id: 10_086,
  shop_name: '旗舰店',
  status: 'WaitConfirm',
  order_date: beijing(momentOf(at)),
  modified: beijing(momentOf(at)),
  pay_amount: '59.90',
  paid_amount: '59.90',
  l_id: null,
  remark: at % 4 === 0 ? '加急 👍' : '',
  items: [{ sku_id: `SKU${at}`, i_id: `K${at}`, name: '水杯', qty: 1, price: '59.90', amount: '59.90' }],
})
const sku = (at: number): Row => ({
  sku_id: `SKU${at}`,
  i_id: `K${at % 20}`,
  name: `水杯 ${at}`,
  properties_value: '红;L',
  sale_price: 59.9,
  cost_price: 20,
  weight: 0.3,
  modified: beijing(momentOf(at)),
})
const stock = (at: number): Row => ({
  sku_id: `SKU${at}`,
  i_id: `K${at % 20}`,
  qty: at,
  order_lock: at % 3,
  modified: beijing(momentOf(at)),
})
const shop = (at: number): Row => ({ shop_id: 10_086 + at, shop_name: `店铺 ${at}`, shop_site: '淘宝天猫' })
/** Delivered: what an accounting system books. No pack reads it; packages bring an interface of their own. */
const delivery = (at: number): Row => ({
  io_id: 22_000_000 + at,
  o_id: 11_000_000 + at,
  so_id: `TB2025${String(at).padStart(12, '0')}`,
  shop_id: 10_086,
  shop_name: '旗舰店',
  status: 'Confirmed',
  io_date: beijing(momentOf(at)),
  modified: beijing(momentOf(at)),
  wms_co_id: at % 2 === 0 ? 0 : 501,
  warehouse: at % 2 === 0 ? '主仓' : '分仓',
  l_id: `SF${at}`,
  logistics_company: '顺丰速运',
  freight: at % 3 === 0 ? 6 : 0,
  remark: at % 4 === 0 ? '加急 👍' : null,
  items: [
    { ioi_id: at * 10 + 1, sku_id: `SKU${at}`, name: '水杯', qty: 2, sale_price: '59.90', sale_amount: '119.80' },
  ],
})
const refund = (at: number): Row => ({
  as_id: 33_000_000 + at,
  outer_as_id: `TK2025${at}`,
  o_id: 11_000_000 + at,
  so_id: `TB2025${String(at).padStart(12, '0')}`,
  shop_id: 10_086,
  type: '普通退货',
  status: 'Confirmed',
  question_type: '七天无理由',
  as_date: beijing(momentOf(at)),
  modified: beijing(momentOf(at)),
  wms_co_id: 0,
  warehouse: '主仓',
  refund: '59.90',
  remark: '',
  items: [
    {
      asi_id: at * 10 + 1,
      sku_id: `SKU${at}`,
      name: '水杯',
      qty: 1,
      r_qty: 1,
      price: '59.90',
      amount: '59.90',
      type: '退货',
    },
  ],
})

interface List extends VendorList {
  readonly code: string
  readonly key: string
  readonly most: number
  readonly hasTime: boolean
}
const timed = { hasTime: true, stamp: stampAs('modified', beijing) }
const makeLists = (): Readonly<Record<string, List>> => ({
  '/open/orders/single/query': { code: 'orders', rows: many(734, order), key: 'orders', most: 100, ...timed },
  '/open/sku/query': { code: 'skus', rows: many(163, sku), key: 'datas', most: 50, ...timed },
  '/open/inventory/query': { code: 'stock', rows: many(250, stock), key: 'inventorys', most: 100, ...timed },
  '/open/orders/out/simple/query': { code: 'deliveries', rows: many(60, delivery), key: 'datas', most: 50, ...timed },
  '/open/refund/single/query': { code: 'refunds', rows: many(25, refund), key: 'datas', most: 50, ...timed },
  '/open/shops/query': { code: 'shops', rows: many(3, shop), key: 'datas', most: 100, hasTime: false },
})

/** Every call is a form signed by MD5 over its sorted fields; whatever goes wrong comes with status 200 and a code. */
export function startJushuitan(): Promise<Vendor> {
  const lists = makeLists()
  return startVendor(
    {
      tooOften: { body: { code: 199, msg: '调用频率超限，请稍后再试', data: null } },
      answer(asked, vendor) {
        const form = Object.fromEntries(new URLSearchParams(asked.body))
        if (
          asked.method !== 'POST' ||
          !String(asked.headers['content-type']).startsWith('application/x-www-form-urlencoded')
        )
          return refuse(10, '请求方式错误')
        if (form['app_key'] !== KEY) return refuse(20, 'app_key 不存在')
        if (form['sign'] !== sign(form)) return refuse(30, '签名错误')
        if (asked.url.pathname === '/openWeb/auth/getInitToken')
          return { body: { code: 0, msg: '执行成功', data: { access_token: vendor.token, expires_in: 2_592_000 } } }
        if (form['access_token'] !== vendor.token) return expired(refuse(100, 'access_token 已过期'))
        const list = lists[asked.url.pathname]
        const biz = parse(form['biz'] ?? '')
        if (list) return read(list, biz)
        return asked.url.pathname === '/open/jushuitan/itemsku/upload'
          ? upload(biz, vendor.written)
          : refuse(190, '无API权限')
      },
    },
    {
      hasToken: true,
      window: { from: '2024-12-31T23:30:00Z', to: '2025-01-14T23:30:00Z' },
      params: url => ({ base_url: url, app_key: KEY, app_secret: SECRET, auth_code: 'abc123' }),
      lists: Object.fromEntries(Object.values(lists).map(list => [list.code, list])),
      samples: { 'sku-upload': at => ({ sku_id: `N${at}`, i_id: 'K1', name: `新品 ${at}`, sale_price: 1 }) },
      spoiled: { 'sku-upload': { sku_id: 'N-x', i_id: 'K1', name: '' } },
    },
  )
}

function sign(form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form)
    .filter(name => name !== 'sign')
    .toSorted()
  return createHash('md5')
    .update(SECRET + names.map(name => name + form[name]).join(''))
    .digest('hex')
}

const refuse = (code: number, msg: string): Told => ({ body: { code, msg, data: null } })

function read({ rows, key, most, hasTime }: List, biz: Row): Told {
  const page = Number(biz['page_index'] ?? 1)
  const size = Number(biz['page_size'] ?? 30)
  if (size > most) return refuse(120, `page_size 不能大于 ${most}`)
  const [from, to] = [momentIn(biz['modified_begin']), momentIn(biz['modified_end'])]
  if (hasTime && !(to - from <= SEVEN_DAYS_MS)) return refuse(130, '修改时间起止必填，且间隔不能超过七天')
  const fitting = rows.filter(row => !hasTime || (momentIn(row['modified']) >= from && momentIn(row['modified']) <= to))
  const found = fitting.slice((page - 1) * size, page * size)
  const data = { page_index: page, page_size: size, has_next: page * size < fitting.length, [key]: found }
  return { body: { code: 0, msg: '执行成功', data } }
}

function upload(biz: Row, written: Row[]): Told {
  const items = (biz['items'] ?? []) as Row[]
  if (items.some(item => !item['name'])) return refuse(140, '商品名称不能为空')
  written.push(...items)
  return { body: { code: 0, msg: '执行成功', data: { datas: items.map(item => ({ sku_id: item['sku_id'] })) } } }
}
