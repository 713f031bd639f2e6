import { definePack } from '@sluice/connector-kit'
import { orderFields, productFields } from './fields.ts'

const updatedBetween = [
  { field: 'updated_at_min', type: 'string', label: { zh: '修改时间起', en: 'Changed from' }, default: '{{from}}' },
  { field: 'updated_at_max', type: 'string', label: { zh: '修改时间止', en: 'Changed until' }, default: '{{to}}' },
] as const
const linked = { mode: 'link', pageSize: 250, sizeField: 'limit' } as const
const said = { messagePath: 'errors' }
const orders = { zh: '订单', en: 'Orders' }
const goods = { zh: '商品', en: 'Products' }

/** REST Admin API: pages by the Link header, money as text, 429 with Retry-After. */
export const pack = definePack({
  id: 'shopify',
  version: 1,
  documentation: 'https://shopify.dev/docs/api/admin-rest',
  name: { zh: 'Shopify', en: 'Shopify' },
  group: 'ecommerce',
  describe: {
    zh: '独立站店铺：读取订单与商品，创建商品与订单，写入库存。',
    en: 'Online shops: reads orders and products, creates products and orders, writes stock.',
  },
  icon: { text: 'Sh', color: '#5E8E3E' },
  params: [
    {
      field: 'shop_url',
      label: { zh: '店铺地址', en: 'Shop address' },
      type: 'text',
      is_required: true,
      placeholder: 'https://your-shop.myshopify.com',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '后台地址中以 myshopify.com 结尾的域名，不是自定义域名。',
        en: 'The domain that ends in myshopify.com, not your own domain.',
      },
    },
    {
      field: 'access_token',
      label: { zh: 'Admin API 访问令牌', en: 'Admin API access token' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: 'Shopify 后台 → 设置 → 应用和销售渠道 → 开发应用 → API 凭据，安装应用后只显示一次。',
        en: 'Shopify admin → Settings → Apps and sales channels → Develop apps → API credentials; shown once after the app is installed.',
      },
    },
    {
      field: 'api_version',
      label: { zh: 'API 版本', en: 'API version' },
      type: 'text',
      default: '2025-01',
      is_required: true,
      pattern: '^(20\\d\\d-\\d\\d|unstable)$',
      describe: {
        zh: '每季度一个版本，过期后 Shopify 自动使用最早仍支持的版本。',
        en: 'One each quarter; after its end Shopify answers with the oldest one it still supports.',
      },
      group: 'advanced',
    },
  ],
  connection: {
    baseUrl: '{{shop_url}}/admin/api/{{api_version}}',
    auth: { kind: 'apiKey', place: 'header', name: 'X-Shopify-Access-Token', value: '{{access_token}}' },
  },
  probe: 'products',
  interfaces: [
    {
      code: 'orders',
      group: orders,
      name: { zh: '查询订单', en: 'Read orders' },
      describe: {
        zh: '默认只能读取近 60 天的订单；更早的需要 read_all_orders 权限。',
        en: 'Orders of the last 60 days; older ones need the scope read_all_orders.',
      },
      type: 'QUERY',
      method: 'GET',
      api: 'orders.json',
      id: ['id'],
      number: 'name',
      increment: ['updated_at'],
      idCheck: false,
      listPath: 'orders',
      success: said,
      pagination: linked,
      request: [
        { field: 'status', type: 'string', label: { zh: '订单状态', en: 'Order status' }, default: 'any' },
        ...updatedBetween,
      ],
      response: orderFields,
    },
    {
      code: 'products',
      group: goods,
      name: { zh: '查询商品', en: 'Read products' },
      type: 'QUERY',
      method: 'GET',
      api: 'products.json',
      id: ['id'],
      number: 'handle',
      increment: ['updated_at'],
      idCheck: false,
      listPath: 'products',
      success: said,
      pagination: linked,
      request: updatedBetween,
      response: productFields,
    },
    {
      code: 'product-create',
      group: goods,
      name: { zh: '创建商品', en: 'Create a product' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'products.json',
      success: said,
      request: productFields.filter(({ field }) => !['id', 'created_at', 'updated_at', 'handle'].includes(field)),
      write: { bodyKey: 'product', targetKeyPath: 'product.id' },
    },
    {
      code: 'order-create',
      group: orders,
      name: { zh: '创建订单', en: 'Create an order' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'orders.json',
      success: said,
      request: orderFields.filter(({ field }) => ['email', 'note', 'tags', 'currency', 'line_items'].includes(field)),
      write: { bodyKey: 'order', targetKeyPath: 'order.id' },
    },
    {
      code: 'stock-set',
      group: { zh: '库存', en: 'Stock' },
      name: { zh: '设置库存数量', en: 'Set the quantity in stock' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'inventory_levels/set.json',
      success: said,
      request: [
        { field: 'location_id', type: 'int', label: { zh: '地点 ID', en: 'Location id' }, is_required: true },
        {
          field: 'inventory_item_id',
          type: 'int',
          label: { zh: '库存项 ID', en: 'Inventory item id' },
          is_required: true,
        },
        { field: 'available', type: 'int', label: { zh: '可用数量', en: 'Available quantity' }, is_required: true },
      ],
      write: { targetKeyPath: 'inventory_level.inventory_item_id' },
    },
  ],
})
