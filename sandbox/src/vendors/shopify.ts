import { type Asked, many, momentOf, parse, type Row, stampAs, startVendor, type Told, type Vendor } from './vendor.ts'

const TOKEN = 'shpat_simulated'
const ORDERS = 612
const PRODUCTS = 260

const order = (at: number): Row => ({
  id: 5_400_000_000_000 + at,
  name: `#${1001 + at}`,
  created_at: momentOf(at).toISOString(),
  updated_at: momentOf(at).toISOString(),
  email: `buyer${at}@example.com`,
  financial_status: 'paid',
  fulfillment_status: at % 3 === 0 ? null : 'fulfilled',
  currency: 'USD',
  subtotal_price: '19.90',
  total_tax: '0.00',
  total_price: '19.90',
  note: at % 5 === 0 ? '東京 👍' : null,
  tags: '',
  line_items: [
    { id: 9_000_000_000_000 + at, variant_id: 1, sku: `SKU-${at}`, title: 'Cup', quantity: 1, price: '19.90' },
  ],
})
const product = (at: number): Row => ({
  id: 7_100_000_000_000 + at,
  title: `Product ${at}`,
  handle: `product-${at}`,
  body_html: '<p>x</p>',
  vendor: 'Acme',
  product_type: '',
  status: 'active',
  created_at: momentOf(at).toISOString(),
  updated_at: momentOf(at).toISOString(),
  variants: [{ id: 1, sku: `SKU-${at}`, price: '9.90', inventory_item_id: 40_000 + at, inventory_quantity: 3 }],
})

/** Pages by `page_info` in the Link header, beside which no other filter may stand; money is text. */
export function startShopify(): Promise<Vendor> {
  const stamp = stampAs('updated_at', moment => moment.toISOString())
  const lists = new Map([
    ['orders', { rows: many(ORDERS, order), stamp }],
    ['products', { rows: many(PRODUCTS, product), stamp }],
  ])
  return startVendor(
    {
      tooOften: {
        status: 429,
        headers: { 'retry-after': '2.0' },
        body: {
          errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
        },
      },
      answer(asked, vendor) {
        if (asked.headers['x-shopify-access-token'] !== TOKEN)
          return {
            status: 401,
            body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
          }
        const name = /^\/admin\/api\/[\w-]+\/(\w+)(?:\/(\w+))?\.json$/.exec(asked.url.pathname)
        const rows = lists.get(name?.[1] ?? '')?.rows
        if (asked.method === 'GET' && rows) return list(asked, name?.[1] ?? '', rows, vendor.url)
        if (asked.method === 'POST') return write(asked, name?.[1] ?? '', vendor.written)
        return { status: 404, body: { errors: 'Not Found' } }
      },
    },
    {
      hasToken: false,
      params: url => ({ shop_url: `${url}/`, access_token: TOKEN, api_version: '2025-01' }),
      lists: Object.fromEntries(lists),
      samples: {
        'product-create': at => ({
          title: `New ${at}`,
          status: 'draft',
          variants: [{ sku: `N-${at}`, price: '1.00' }],
        }),
        'order-create': at => ({
          email: `new${at}@example.com`,
          line_items: [{ title: 'Cup', quantity: 1, price: '1.00' }],
        }),
        'stock-set': at => ({ location_id: 1, inventory_item_id: 40_000 + at, available: at }),
      },
      spoiled: { 'product-create': { title: '' }, 'order-create': { line_items: [] }, 'stock-set': { available: 1 } },
    },
  )
}

function list({ url }: Asked, name: string, rows: readonly Row[], origin: string): Told {
  const limit = Number(url.searchParams.get('limit') ?? 50)
  const info = url.searchParams.get('page_info')
  if (limit > 250) return { status: 400, body: { errors: { limit: ['must be less than or equal to 250'] } } }
  if (info !== null && [...url.searchParams.keys()].some(each => each !== 'limit' && each !== 'page_info'))
    return { status: 400, body: { errors: { page_info: 'Invalid value: no other filter may be given' } } }
  const filter =
    info === null ? readFilter(url.searchParams) : (JSON.parse(Buffer.from(info, 'base64url').toString()) as Filter)
  const fitting = rows.filter(row => isBetween(String(row['updated_at']), filter))
  const end = filter.at + limit
  const next = Buffer.from(JSON.stringify({ ...filter, at: end })).toString('base64url')
  const link = `<${origin}${url.pathname}?limit=${limit}&page_info=${next}>; rel="next"`
  return {
    body: { [name]: fitting.slice(filter.at, end) },
    headers: { 'x-shopify-shop-api-call-limit': '1/40', ...(end < fitting.length ? { link } : {}) },
  }
}

interface Filter {
  readonly from: string | null
  readonly to: string | null
  readonly at: number
}
const readFilter = (query: URLSearchParams): Filter => ({
  from: query.get('updated_at_min'),
  to: query.get('updated_at_max'),
  at: 0,
})
const isBetween = (moment: string, { from, to }: Filter): boolean =>
  (from === null || Date.parse(moment) >= Date.parse(from)) && (to === null || Date.parse(moment) <= Date.parse(to))

function write({ body }: Asked, name: string, written: Row[]): Told {
  const sent = parse(body)
  const id = 8_000_000_000_000 + written.length
  if (name === 'inventory_levels') {
    if (sent['inventory_item_id'] === undefined)
      return { status: 400, body: { errors: { inventory_item_id: 'Required parameter missing or invalid' } } }
    written.push(sent)
    return { body: { inventory_level: sent } }
  }
  const singular = name.slice(0, -1)
  const record = parse(JSON.stringify(sent[singular] ?? {}))
  if (singular === 'product' && !record['title'])
    return { status: 422, body: { errors: { title: ["can't be blank"] } } }
  if (singular === 'order' && !(record['line_items'] as unknown[] | undefined)?.length)
    return { status: 422, body: { errors: { order: ['Line items must have at least one line item'] } } }
  written.push(record)
  return { status: 201, body: { [singular]: { ...record, id } } }
}
