import { type Asked, many, momentOf, parse, type Row, stampAs, startVendor, type Told, type Vendor } from './vendor.ts'

const KEY = 'ck_simulated'
const SECRET = 'cs_simulated'
const ORDERS = 345
const PRODUCTS = 101

const order = (at: number): Row => ({
  id: 1000 + at,
  number: String(1000 + at),
  status: 'processing',
  date_created_gmt: momentOf(at).toISOString().slice(0, 19),
  date_modified_gmt: momentOf(at).toISOString().slice(0, 19),
  currency: 'BRL',
  total: '45.50',
  total_tax: '0.00',
  customer_id: at % 9,
  payment_method: 'pix',
  customer_note: '',
  line_items: [{ id: at, product_id: 1, sku: `W-${at}`, name: 'Café ☕', quantity: 1, total: '45.50' }],
})
const product = (at: number): Row => ({
  id: 50 + at,
  name: `Product ${at}`,
  sku: `W-${at}`,
  type: 'simple',
  status: 'publish',
  description: '',
  regular_price: '45.50',
  sale_price: '',
  manage_stock: true,
  stock_quantity: at,
  total_sales: 0,
  date_modified_gmt: momentOf(at).toISOString().slice(0, 19),
})

/** Pages by number with the total in a header; a page behind the last is empty; batches answer row by row. */
export function startWooCommerce(): Promise<Vendor> {
  const stamp = stampAs('date_modified_gmt', moment => moment.toISOString().slice(0, 19))
  const lists = new Map([
    ['orders', { rows: many(ORDERS, order), stamp }],
    ['products', { rows: many(PRODUCTS, product), stamp }],
  ])
  return startVendor(
    {
      tooOften: {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { code: 'too_many', message: 'Too many requests' },
      },
      answer(asked, vendor) {
        const login = Buffer.from(`${KEY}:${SECRET}`).toString('base64')
        if (asked.headers['authorization'] !== `Basic ${login}`)
          return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
        const [name = '', rest] = asked.url.pathname.replace('/wp-json/wc/v3/', '').split('/')
        const rows = lists.get(name)?.rows
        if (!rows) return refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
        if (asked.method === 'GET') return list(asked, rows, name, vendor.written)
        if (asked.method === 'PUT') return update(asked, rest ?? '', rows, vendor.written)
        return rest === 'batch' ? createAll(asked, vendor.written) : create(parse(asked.body), vendor.written)
      },
    },
    {
      hasToken: false,
      params: url => ({ site_url: url, consumer_key: KEY, consumer_secret: SECRET }),
      lists: Object.fromEntries(lists),
      samples: {
        'product-create': at => ({ name: `New ${at}`, sku: `N-${at}`, regular_price: '1.00' }),
        'products-create': at => ({ name: `Batch ${at}`, sku: `B-${at}`, regular_price: '1.00' }),
        'order-update': at => ({ id: 1000 + at, status: 'completed' }),
      },
      spoiled: {
        'product-create': { name: 'Twice', sku: 'N-0' },
        'products-create': { name: 'Twice', sku: 'B-0' },
        'order-update': { id: 999_999, status: 'completed' },
      },
    },
  )
}

const refuse = (status: number, code: string, message: string): Told => ({
  status,
  body: { code, message, data: { status } },
})

function list(
  { url: { searchParams: query } }: Asked,
  rows: readonly Row[],
  name: string,
  written: readonly Row[],
): Told {
  const size = Number(query.get('per_page') ?? 10)
  const page = Number(query.get('page') ?? 1)
  if (size > 100) return refuse(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  const sku = query.get('sku')
  if (name === 'products' && sku !== null) return { body: written.filter(row => row['sku'] === sku) }
  const [after, before] = [query.get('modified_after'), query.get('modified_before')]
  const fitting = rows.filter(row => {
    const moment = Date.parse(`${String(row['date_modified_gmt'])}Z`)
    return (after === null || moment > Date.parse(after)) && (before === null || moment < Date.parse(before))
  })
  return {
    body: fitting.slice((page - 1) * size, page * size),
    headers: { 'x-wp-total': String(fitting.length), 'x-wp-totalpages': String(Math.ceil(fitting.length / size)) },
  }
}

function create(sent: Row, written: Row[]): Told {
  if (written.some(row => row['sku'] === sent['sku']))
    return refuse(400, 'product_invalid_sku', 'Invalid or duplicated SKU.')
  const made = { ...sent, id: 9000 + written.length }
  written.push(made)
  return { status: 201, body: made }
}

/** One bad row does not cost the others; it has the id 0 and its error. */
function createAll({ body }: Asked, written: Row[]): Told {
  const rows = (parse(body)['create'] ?? []) as Row[]
  const answers = rows.map(row => {
    const { status, body: told } = create(row, written)
    return status === 201 ? told : { id: 0, error: told }
  })
  return { body: { create: answers } }
}

function update({ body }: Asked, id: string, rows: readonly Row[], written: Row[]): Told {
  if (!rows.some(row => String(row['id']) === id))
    return refuse(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  written.push({ ...parse(body), id: Number(id) })
  return { body: { ...parse(body), id: Number(id) } }
}
