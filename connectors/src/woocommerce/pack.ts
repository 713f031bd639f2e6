import { definePack, type PackField } from '@sluice/connector-kit'
import { orderFields, productFields } from './fields.ts'

const paged = {
  mode: 'page',
  pageSize: 100,
  pageField: 'page',
  sizeField: 'per_page',
  totalHeader: 'X-WP-Total',
} as const
const said = { messagePath: 'message' }
const orders = { zh: '订单', en: 'Orders' }
const goods = { zh: '商品', en: 'Products' }
/** By number and upwards: what is added while reading comes last. */
const sorted: readonly PackField[] = [
  { field: 'orderby', type: 'string', label: { zh: '排序字段', en: 'Sorted by' }, default: 'id' },
  { field: 'order', type: 'string', label: { zh: '排序方向', en: 'Direction of sorting' }, default: 'asc' },
]
const changed: readonly PackField[] = [
  { field: 'modified_after', type: 'string', label: { zh: '修改时间起', en: 'Changed from' }, default: '{{from}}' },
  { field: 'modified_before', type: 'string', label: { zh: '修改时间止', en: 'Changed until' }, default: '{{to}}' },
  {
    field: 'dates_are_gmt',
    type: 'string',
    label: { zh: '时间按 UTC 理解', en: 'Times are UTC' },
    default: 'true',
  },
]

/** REST API v3: pages by number with their total in a header, money as text. */
export const pack = definePack({
  id: 'woocommerce',
  version: 1,
  documentation: 'https://woocommerce.github.io/woocommerce-rest-api-docs/',
  name: { zh: 'WooCommerce 商店', en: 'WooCommerce' },
  group: 'ecommerce',
  describe: {
    zh: 'WordPress 店铺：读取订单与商品，创建商品，更新订单。',
    en: 'Shops on WordPress: reads orders and products, creates products, updates orders.',
  },
  icon: { text: 'Wo', color: '#7F54B3' },
  params: [
    {
      field: 'site_url',
      label: { zh: '站点地址', en: 'Site address' },
      type: 'text',
      is_required: true,
      placeholder: 'https://shop.example.com',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: 'WordPress 站点首页；须启用 HTTPS 与固定链接。',
        en: 'The home page of the WordPress site; it needs HTTPS and permalinks.',
      },
    },
    {
      field: 'consumer_key',
      label: { zh: '消费者密钥 (Consumer key)', en: 'Consumer key' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: 'WooCommerce → 设置 → 高级 → REST API → 添加密钥；写入需要“读/写”权限。',
        en: 'WooCommerce → Settings → Advanced → REST API → Add key; writing needs the permission Read/Write.',
      },
    },
    {
      field: 'consumer_secret',
      label: { zh: '消费者密码 (Consumer secret)', en: 'Consumer secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '与密钥一同显示，且只显示一次。', en: 'Shown together with the key, and only once.' },
    },
  ],
  connection: {
    baseUrl: '{{site_url}}/wp-json/wc/v3',
    auth: { kind: 'basic', username: '{{consumer_key}}', password: '{{consumer_secret}}' },
  },
  probe: 'products',
  interfaces: [
    {
      code: 'orders',
      group: orders,
      name: { zh: '查询订单', en: 'Read orders' },
      type: 'QUERY',
      method: 'GET',
      api: 'orders',
      id: ['id'],
      number: 'number',
      increment: ['date_modified_gmt'],
      idCheck: false,
      success: said,
      pagination: paged,
      window: { timeZone: 'UTC', endExclusive: true },
      request: [
        { field: 'status', type: 'string', label: { zh: '订单状态', en: 'Order status' }, default: 'any' },
        ...sorted,
        ...changed,
      ],
      response: orderFields,
    },
    {
      code: 'products',
      group: goods,
      name: { zh: '查询商品', en: 'Read products' },
      type: 'QUERY',
      method: 'GET',
      api: 'products',
      id: ['id'],
      number: 'sku',
      increment: ['date_modified_gmt'],
      idCheck: false,
      success: said,
      pagination: paged,
      window: { timeZone: 'UTC', endExclusive: true },
      request: [...sorted, ...changed],
      response: productFields,
    },
    {
      code: 'product-create',
      group: goods,
      name: { zh: '创建商品', en: 'Create a product' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'products',
      success: said,
      request: productFields.filter(({ field }) => !['id', 'date_modified_gmt', 'total_sales'].includes(field)),
      // A product whose answer was lost is found again by its SKU.
      write: { targetKeyPath: 'id', codePath: 'code', lookUp: { path: 'products?sku={{sku}}', keyPath: 'id' } },
    },
    {
      code: 'products-create',
      group: goods,
      name: { zh: '批量创建商品', en: 'Create products in batches' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'products/batch',
      success: said,
      request: productFields.filter(({ field }) => !['id', 'date_modified_gmt', 'total_sales'].includes(field)),
      write: {
        rows: 100,
        isList: true,
        bodyKey: 'create',
        results: {
          path: 'create',
          // A product that was refused has the id 0.
          success: { path: 'id', messagePath: 'error.message' },
          targetKeyPath: 'id',
          codePath: 'error.code',
        },
      },
    },
    {
      code: 'order-update',
      group: orders,
      name: { zh: '更新订单', en: 'Update an order' },
      type: 'EXECUTE',
      method: 'PUT',
      api: 'orders/{id}',
      success: said,
      request: [
        { field: 'id', type: 'int', label: { zh: 'ID', en: 'Id' }, place: 'path', is_required: true },
        ...orderFields.filter(({ field }) => ['status', 'customer_note'].includes(field)),
      ],
      write: { targetKeyPath: 'id', codePath: 'code' },
    },
  ],
})
