import { createHash } from 'node:crypto'
import {
  beijing,
  many,
  momentIn,
  parse,
  type Row,
  stampAs,
  startVendor,
  type Told,
  type Vendor,
  type VendorList,
} from './vendor.ts'

const [SID, KEY, SECRET, SHOP] = ['seller2', 'seller2-ot', 'wangdian-secret', '04']
const START = Date.UTC(2025, 0, 1)
/** 130 an hour, so that one window has more than a page. */
const moment = (at: number): Date => new Date(START + Math.floor(at / 130) * 3_600_000 + (at % 130) * 20_000 + 7000)

const trade = (at: number): Row => ({
  trade_id: String(9_100_000 + at),
  trade_no: `JY2025${String(at).padStart(10, '0')}`,
  src_tids: `T${at}`,
  shop_no: SHOP,
  shop_name: '官方商城',
  warehouse_no: 'WH01',
  trade_status: at % 5 === 0 ? '5' : '110',
  trade_time: beijing(moment(at)),
  pay_time: '0000-00-00 00:00:00',
  modified: beijing(moment(at)),
  buyer_nick: at % 4 === 0 ? '李四 👍' : '李四',
  receivable: '59.9000',
  paid: '12345678901.2300',
  logistics_name: '顺丰',
  logistics_no: '',
  goods_list: [
    { spec_no: `S${at}`, goods_no: 'G1', goods_name: '水杯', spec_name: '红', num: '1.0000', price: '59.9000' },
  ],
})
const stock = (at: number): Row => ({
  spec_no: `S${at}`,
  goods_no: `G${at % 9}`,
  goods_name: '水杯',
  warehouse_no: at % 2 === 0 ? 'WH01' : 'WH02',
  defect: '0',
  stock_num: `${at}.0000`,
  avaliable_num: `${at}.0000`,
  modified: beijing(moment(at)),
})
const goods = (at: number): Row => ({
  goods_id: String(70_000 + at),
  goods_no: `G${at}`,
  goods_name: `水杯 ${at}`,
  goods_type: '1',
  class_name: '无',
  brand_name: '无',
  unit_name: '个',
  remark: '',
  spec_list: [{ spec_no: `G${at}-1`, spec_name: '红', barcode: '', retail_price: '9.9000', weight: '0.2000' }],
  goods_modified: beijing(moment(at)),
})
const shop = (at: number): Row => ({ shop_no: `0${at + 4}`, shop_name: `店铺 ${at}`, platform_id: '127' })

interface List extends VendorList {
  readonly key: string
  readonly changed: string
  readonly mostSeconds: number
}

const timed = (changed: string, mostSeconds: number) => ({ changed, mostSeconds, stamp: stampAs(changed, beijing) })

/** Forms signed over lengths and values; the total on page 0 alone; numbers are texts; refusals come with status 200. */
export function startWangdian(): Promise<Vendor> {
  const lists: Readonly<Record<string, List>> = {
    trades: { rows: many(433, trade), key: 'trades', ...timed('modified', 3600) },
    stock: { rows: many(250, stock), key: 'stocks', ...timed('modified', 30 * 86_400) },
    goods: { rows: many(163, goods), key: 'goods_list', ...timed('goods_modified', 30 * 86_400) },
    shops: { rows: many(3, shop), key: 'shoplist', changed: '', mostSeconds: 0 },
  }
  const codes: Readonly<Record<string, string>> = {
    'trade_query.php': 'trades',
    'stock_query.php': 'stock',
    'goods_query.php': 'goods',
    'shop.php': 'shops',
  }
  return startVendor(
    {
      tooOften: refuse(100, '超过每分钟最大调用频率限制，请稍后重试'),
      answer(asked, vendor) {
        const form = Object.fromEntries(new URLSearchParams(asked.body))
        const isForm = String(asked.headers['content-type']).startsWith('application/x-www-form-urlencoded')
        if (asked.method !== 'POST' || !isForm) return refuse(1001, '请求方式错误')
        if (form['sid'] !== SID || form['appkey'] !== KEY) return refuse(1002, 'sid 或 appkey 不存在')
        if (Math.abs(Number(form['timestamp']) - Date.now() / 1000) > 300) return refuse(1003, '时间戳误差过大')
        if (form['sign'] !== sign(form)) return refuse(1004, '签名错误')
        const name = asked.url.pathname.replace('/openapi2/', '')
        const list = lists[codes[name] ?? '']
        if (list) return read(list, form)
        if (name === 'trade_push.php') return pushTrades(form, vendor.written)
        return name === 'goods_push.php' ? pushGoods(form, vendor.written) : refuse(1005, '接口不存在')
      },
    },
    {
      hasToken: false,
      window: { from: new Date(START - 1799_000).toISOString(), to: new Date(START + 5 * 3_600_000).toISOString() },
      values: { 'trade-push': { shop_no: SHOP } },
      params: url => ({ base_url: `${url}/openapi2`, sid: SID, app_key: KEY, app_secret: SECRET }),
      lists,
      samples: {
        'trade-push': at => ({
          tid: `N${at}`,
          trade_status: 30,
          pay_status: 2,
          trade_time: '2025-01-01 08:00:00',
          buyer_nick: '客户 👍',
          receiver_name: '张三',
          receiver_address: '某路 1 号',
          order_list: [{ oid: `N${at}-1`, num: 1, price: '9.90', spec_no: 'S1' }],
        }),
        'goods-push': at => ({ goods_no: `P${at}`, goods_name: `新品 ${at}`, spec_list: [{ spec_no: `P${at}-1` }] }),
      },
      spoiled: {
        'trade-push': { tid: 'N-x', trade_status: 30, pay_status: 2, buyer_nick: 'x', order_list: [] },
        'goods-push': { goods_no: 'P-x', goods_name: '', spec_list: [{ spec_no: 'P-x-1' }] },
      },
    },
  )
}

/** Characters are counted, not bytes. */
function sign(form: Readonly<Record<string, string>>): string {
  const count = (text: string, digits: number): string => String(Array.from(text).length).padStart(digits, '0')
  const parts = Object.keys(form)
    .filter(name => name !== 'sign')
    .toSorted()
    .map(name => `${count(name, 2)}-${name}:${count(form[name]!, 4)}-${form[name]}`)
  return createHash('md5')
    .update(parts.join(';') + SECRET)
    .digest('hex')
}

function refuse(code: number, message: string): Told {
  return { body: { code, message } }
}

function read({ rows, key, changed, mostSeconds }: List, form: Readonly<Record<string, string>>): Told {
  const [page, size] = [Number(form['page_no'] ?? 0), Number(form['page_size'] ?? 40)]
  if (!(size >= 1 && size <= 100)) return refuse(1110, 'page_size 取值范围 1~100')
  const [from, to] = [momentIn(form['start_time']), momentIn(form['end_time'])]
  if (changed !== '' && !(to - from <= mostSeconds * 1000)) return refuse(1120, '时间跨度超过最大限制')
  const fitting = rows.filter(row => {
    const at = momentIn(row[changed])
    return changed === '' || (at >= from && at <= to)
  })
  const total = page === 0 ? { total_count: String(fitting.length) } : {}
  return { body: { code: 0, message: '', ...total, [key]: fitting.slice(page * size, (page + 1) * size) } }
}

/** One number is one order; pushed again it is changed. */
function keep(written: Row[], row: Row, name: string): boolean {
  const at = written.findIndex(each => each[name] === row[name])
  if (at >= 0) written[at] = row
  else written.push(row)
  return at < 0
}

function pushTrades(form: Readonly<Record<string, string>>, written: Row[]): Told {
  if (form['shop_no'] !== SHOP) return refuse(2001, '店铺不存在')
  const trades = JSON.parse(form['trade_list'] ?? '[]') as Row[]
  const bad = trades.find(each => !((each['order_list'] as Row[] | undefined)?.length ?? 0))
  if (bad) return refuse(2002, `订单 ${String(bad['tid'])} 没有货品`)
  const isNew = trades.map(each => keep(written, each, 'tid'))
  const created = isNew.filter(Boolean).length
  return { body: { code: 0, message: '', new_count: created, chg_count: isNew.length - created } }
}

function pushGoods(form: Readonly<Record<string, string>>, written: Row[]): Told {
  const list = (parse(`{"list":${form['goods_list'] ?? '[]'}}`)['list'] ?? []) as Row[]
  if (list.some(each => !each['goods_name'])) return refuse(2003, '货品名称不能为空')
  for (const each of list) keep(written, each, 'goods_no')
  return { body: { code: 0, message: '' } }
}
