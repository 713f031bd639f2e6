import { createHmac } from 'node:crypto'
import {
  exact,
  expired,
  many,
  momentIn,
  type Row,
  stampAs,
  startVendor,
  type Told,
  type Vendor,
  type VendorList,
} from './vendor.ts'

const [KEY, SECRET, SESSION, REFRESH] = ['km-app', 'km-secret', 'km-session', 'km-refresh']
const START = Date.UTC(2025, 0, 1)
const DAY_MS = 86_400_000
const moment = (at: number): number => START + at * 600_000 + 7000

const trade = (at: number): Row => ({
  // Beyond what a double holds.
  sid: exact(String(5_812_345_678_901_234_001n + BigInt(at))),
  tid: `KM${at}`,
  userId: 900_100,
  shopName: '官方店',
  sysStatus: 'FINISHED',
  payment: '59.90',
  payAmount: '59.90',
  postFee: '0.00',
  created: moment(at) - 60_000,
  payTime: null,
  updTime: moment(at),
  outSid: '',
  orders: [{ oid: `KM${at}-1`, sysOuterId: 'A-1', title: '杯 👍', num: 1, price: exact('59.90'), payment: '59.90' }],
})
const product = (at: number): Row => ({
  sysItemId: exact(String(295_711_729_489_408n + BigInt(at))),
  outerId: `A-${at}`,
  title: `杯 ${at}`,
  barcode: '',
  activeStatus: 1,
  modified: moment(at),
})
const stock = (at: number): Row => ({
  sysItemId: exact(String(295_711_729_489_408n + BigInt(at))),
  sysSkuId: at % 3 === 0 ? 0 : at,
  mainOuterId: `A-${at}`,
  skuOuterId: `A-${at}-1`,
  wareHouseId: 12,
  totalAvailableStockSum: at,
  sellableNum: at,
  totalLockStock: 0,
  stockModifiedTime: moment(at),
})
const shop = (at: number): Row => ({ userId: 900_100 + at, title: `店铺 ${at}`, source: 'open' })

interface List extends VendorList {
  readonly code: string
  readonly key: string
  readonly sizes: readonly [number, number]
  /** Its times, and their names among the parameters. */
  readonly time?: { readonly of: string; readonly from: string; readonly to: string; readonly mostMs: number }
}

const writes: Pick<Vendor, 'samples' | 'spoiled'> = {
  samples: {
    'trade-create': at => ({
      tid: `N${at}`,
      userId: 900_100,
      warehouseId: 12,
      payment: '12345678901.20',
      receiverName: '张三',
      orders: [{ outerId: 'A-1', num: 1, price: '9.90' }],
    }),
    'stock-update': at => ({ warehouseId: 12, skuOuterIds: `A-${at}-1`, stockNum: at }),
  },
  spoiled: {
    'trade-create': { tid: 'N-x', userId: 900_100, warehouseId: 12, payment: '1', receiverName: 'x', orders: [] },
    'stock-update': { warehouseId: 12, skuOuterIds: 'nobody', stockNum: 1 },
  },
}

const timeOf = (moment: Date): number => moment.getTime()

/** One address for every interface; a session that is prolonged and keeps its value; refusals come with status 200. */
export function startKuaimai(): Promise<Vendor> {
  const lists: Readonly<Record<string, List>> = {
    'erp.trade.outstock.simple.query': {
      code: 'trades',
      rows: many(500, trade),
      stamp: stampAs('updTime', timeOf),
      key: 'list',
      sizes: [20, 200],
      time: { of: 'updTime', from: 'startTime', to: 'endTime', mostMs: DAY_MS },
    },
    'item.list.query': {
      code: 'products',
      rows: many(163, product),
      stamp: stampAs('modified', timeOf),
      key: 'items',
      sizes: [1, 200],
      time: { of: 'modified', from: 'startModified', to: 'endModified', mostMs: Number.POSITIVE_INFINITY },
    },
    'stock.api.status.query': {
      code: 'stock',
      rows: many(250, stock),
      stamp: stampAs('stockModifiedTime', timeOf),
      key: 'stockStatusVoList',
      sizes: [1, 100],
      time: {
        of: 'stockModifiedTime',
        from: 'startStockModified',
        to: 'endStockModified',
        mostMs: Number.POSITIVE_INFINITY,
      },
    },
    'erp.shop.list.query': { code: 'shops', rows: many(3, shop), key: 'list', sizes: [1, 500] },
  }
  let alive = ''
  return startVendor(
    {
      tooOften: refuse('7', '调用过于频繁，请稍后再试'),
      answer(asked, vendor) {
        const form = Object.fromEntries(new URLSearchParams(asked.body))
        if (asked.method !== 'POST' || asked.url.pathname !== '/router') return refuse('22', '请求方式错误')
        if (form['appKey'] !== KEY || form['sign'] !== sign(form)) return refuse('25', '签名无效')
        if (Math.abs(momentIn(form['timestamp']) - Date.now()) > 600_000) return refuse('31', '时间戳不合法')
        if (form['session'] !== SESSION) return refuse('27', '无效的会话')
        if (form['method'] === 'open.token.refresh') {
          if (form['refreshToken'] !== REFRESH) return refuse('28', '刷新令牌无效')
          if (alive === vendor.token) return refuse('refresh_frequently', '刷新过于频繁')
          alive = vendor.token
          return { body: { success: true, session: { accessToken: SESSION, refreshToken: REFRESH } } }
        }
        if (alive !== vendor.token) return expired(refuse('invalid_session', '会话已过期'))
        const list = lists[form['method'] ?? '']
        if (list) return read(list, form)
        if (form['method'] === 'erp.trade.create') return createTrade(form, vendor.written)
        if (form['method'] === 'erp.item.available.stock.update') return setStock(form, vendor.written)
        return refuse('21', '接口不存在')
      },
    },
    {
      hasToken: true,
      window: { from: new Date(START).toISOString(), to: new Date(START + 4 * DAY_MS).toISOString() },
      params: url => ({ base_url: url, app_key: KEY, app_secret: SECRET, session: SESSION, refresh_token: REFRESH }),
      lists: Object.fromEntries(Object.values(lists).map(list => [list.code, list])),
      ...writes,
    },
  )
}

function sign(form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form)
    .filter(name => name !== 'sign')
    .toSorted()
  return createHmac('md5', SECRET)
    .update(names.map(name => name + form[name]).join(''))
    .digest('hex')
    .toUpperCase()
}

function refuse(code: string, msg: string): Told {
  return { body: { success: false, code, msg, trace_id: 't' } }
}

function read({ rows, key, sizes, time }: List, form: Readonly<Record<string, string>>): Told {
  const [page, size] = [Number(form['pageNo'] ?? 1), Number(form['pageSize'] ?? 20)]
  if (size < sizes[0] && time?.mostMs === DAY_MS) return refuse('20002', 'pageSize不正确')
  if (size > sizes[1]) return refuse('20019', `页数不能超过${sizes[1]}`)
  const [from, to] = time ? [momentIn(form[time.from]), momentIn(form[time.to])] : [Number.NaN, Number.NaN]
  if (time?.mostMs === DAY_MS && !(to - from <= DAY_MS)) return refuse('20027', '时间跨度不能超过一天')
  const fitting = rows.filter(row => {
    const at = Number(time ? row[time.of] : 0)
    return Number.isNaN(from) || (at >= from && at <= to)
  })
  const list = fitting.slice((page - 1) * size, page * size)
  return { body: { success: true, total: fitting.length, [key]: list } }
}

function createTrade(form: Readonly<Record<string, string>>, written: Row[]): Told {
  const orders = JSON.parse(form['orders'] ?? '[]') as Row[]
  if (orders.length === 0) return refuse('20010', '订单商品不能为空')
  if (written.some(each => each['tid'] === form['tid'])) return refuse('20011', '该平台订单号已推送')
  written.push({ ...form, orders })
  return { body: { success: true, sid: exact(String(5_900_000_000_000_000_000n + BigInt(written.length))) } }
}

function setStock(form: Readonly<Record<string, string>>, written: Row[]): Told {
  if (!/^A-\d+-1$/.test(form['skuOuterIds'] ?? '')) return refuse('20012', '商品不存在')
  const at = written.findIndex(each => each['skuOuterIds'] === form['skuOuterIds'])
  if (at >= 0) written[at] = form
  else written.push(form)
  return { body: { success: true } }
}
