import { definePack, type PackField } from '@sluice/connector-kit'
import { orderFields, shopFields, skuFields, stockFields } from './fields.ts'

const paged = (pageSize: number) =>
  ({
    mode: 'page',
    pageSize,
    pageField: 'page_index',
    sizeField: 'page_size',
    place: 'body',
    hasMorePath: 'data.has_next',
  }) as const
// Both ends belong to a window of 7 days.
const window = { format: 'datetime', timeZone: 'Asia/Shanghai', maxSeconds: 604_799, firstDays: 30 } as const
const changed: readonly PackField[] = [
  { field: 'modified_begin', type: 'string', label: { zh: '修改时间起', en: 'Changed from' }, default: '{{from}}' },
  { field: 'modified_end', type: 'string', label: { zh: '修改时间止', en: 'Changed until' }, default: '{{to}}' },
]
const sevenDays = {
  zh: '按修改时间读取，每 7 天一段；首次读取最近 30 天，更早的请按时间范围运行。',
  en: 'Read by the time of change, in parts of 7 days; the first read goes back 30 days, run a range for earlier ones.',
}
const goods = { zh: '商品', en: 'Products' }

/** Every call is a signed form whose field `biz` holds the interface's own JSON; refusals come with status 200. */
export const pack = definePack({
  id: 'jushuitan',
  version: 1,
  documentation: 'https://openweb.jushuitan.com/',
  name: { zh: '聚水潭', en: 'Jushuitan' },
  group: 'ecommerce',
  describe: {
    zh: '聚水潭 ERP（商家自研应用）：读取店铺、订单、商品与库存，上传商品资料。',
    en: 'Jushuitan ERP by an app of your own: reads shops, orders, products and stock, uploads products.',
  },
  icon: { text: '聚', color: '#1677FF' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://openapi.jushuitan.com',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '正式环境为 https://openapi.jushuitan.com，测试环境为 https://dev-api.jushuitan.com。',
        en: 'https://openapi.jushuitan.com for production, https://dev-api.jushuitan.com for tests.',
      },
    },
    {
      field: 'app_key',
      label: { zh: 'App Key', en: 'App key' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '聚水潭开放平台 → 控制台 → 应用详情。',
        en: 'Jushuitan open platform → console → details of the app.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: 'App Secret', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '与 App Key 在同一页；应用须已获得所用接口的权限，并登记本机出口 IP。',
        en: 'On the same page as the app key; the app needs the rights of the interfaces and the address we call from.',
      },
    },
    {
      field: 'auth_code',
      label: { zh: '授权随机码', en: 'Code of authorization' },
      type: 'text',
      default: 'sluice',
      pattern: '^[A-Za-z0-9]{6}$',
      is_required: true,
      describe: { zh: '任意六位字母或数字。', en: 'Any six letters or digits.' },
      group: 'advanced',
    },
  ],
  connection: { baseUrl: '{{base_url}}' },
  adapter: {
    auth: {
      steps: [
        {
          name: 'token',
          path: 'openWeb/auth/getInitToken',
          bodyKind: 'form',
          body: [
            { name: 'app_key', value: '{{param.app_key}}' },
            { name: 'timestamp', value: '{{timestamp}}' },
            { name: 'grant_type', value: 'authorization_code' },
            { name: 'charset', value: 'utf-8' },
            { name: 'code', value: '{{param.auth_code}}' },
            { name: 'sign', value: '{{calc.sign}}' },
          ],
          calculations: [{ name: 'sign', function: 'md5', text: '{{param.app_secret}}{{allJoined}}' }],
          success: { path: 'code', values: ['0'], messagePath: 'msg' },
          values: [{ name: 'token', path: 'data.access_token' }],
          expiresPath: 'data.expires_in',
        },
      ],
    },
    request: {
      bodyKind: 'form',
      bodyField: 'biz',
      body: [
        { name: 'app_key', value: '{{param.app_key}}' },
        { name: 'access_token', value: '{{auth.token}}' },
        { name: 'timestamp', value: '{{timestamp}}' },
        { name: 'charset', value: 'utf-8' },
        { name: 'version', value: '2' },
        { name: 'sign', value: '{{calc.sign}}' },
      ],
      calculations: [{ name: 'sign', function: 'md5', text: '{{param.app_secret}}{{allJoined}}' }],
    },
    success: { path: 'code', values: ['0'], messagePath: 'msg' },
    errors: [
      // Too often within a second, within a minute.
      { kind: 'busy', path: 'code', values: ['199', '200'] },
      { kind: 'credential', messages: ['access_token', 'accesstoken', 'token已过期', 'token 已过期', '无效的token'] },
    ],
    // At most 100 calls a minute for each interface.
    rate: { intervalMs: 610, maxConcurrent: 2 },
  },
  probe: 'shops',
  interfaces: [
    {
      code: 'orders',
      group: { zh: '订单', en: 'Orders' },
      name: { zh: '查询订单', en: 'Read orders' },
      describe: sevenDays,
      type: 'QUERY',
      method: 'POST',
      api: 'open/orders/single/query',
      id: ['o_id'],
      number: 'so_id',
      increment: ['modified'],
      idCheck: false,
      listPath: 'data.orders',
      pagination: paged(100),
      window,
      request: [
        ...changed,
        { field: 'status', type: 'string', label: { zh: '订单状态', en: 'Order status' } },
        { field: 'shop_id', type: 'int', label: { zh: '店铺编号', en: 'Shop number' } },
      ],
      response: orderFields,
    },
    {
      code: 'skus',
      group: goods,
      name: { zh: '查询商品', en: 'Read products' },
      describe: sevenDays,
      type: 'QUERY',
      method: 'POST',
      api: 'open/sku/query',
      id: ['sku_id'],
      increment: ['modified'],
      idCheck: false,
      listPath: 'data.datas',
      pagination: paged(50),
      window,
      request: [
        ...changed,
        { field: 'sku_ids', type: 'string', label: { zh: '商品编码，多个用逗号分开', en: 'Product codes, by commas' } },
      ],
      response: skuFields,
    },
    {
      code: 'stock',
      group: { zh: '库存', en: 'Stock' },
      name: { zh: '查询库存', en: 'Read stock' },
      describe: sevenDays,
      type: 'QUERY',
      method: 'POST',
      api: 'open/inventory/query',
      id: ['sku_id'],
      increment: ['modified'],
      idCheck: false,
      listPath: 'data.inventorys',
      pagination: paged(100),
      window,
      request: [
        ...changed,
        { field: 'sku_ids', type: 'string', label: { zh: '商品编码，多个用逗号分开', en: 'Product codes, by commas' } },
      ],
      response: stockFields,
    },
    {
      code: 'shops',
      group: { zh: '基础资料', en: 'Master data' },
      name: { zh: '查询店铺', en: 'Read shops' },
      type: 'QUERY',
      method: 'POST',
      api: 'open/shops/query',
      id: ['shop_id'],
      number: 'shop_name',
      idCheck: false,
      listPath: 'data.datas',
      pagination: paged(100),
      response: shopFields,
    },
    {
      code: 'sku-upload',
      group: goods,
      name: { zh: '上传商品资料', en: 'Upload a product' },
      describe: { zh: '商品编码已存在时更新。', en: 'A product code that is there already is updated.' },
      type: 'EXECUTE',
      method: 'POST',
      api: 'open/jushuitan/itemsku/upload',
      request: skuFields.filter(({ field }) => ['sku_id', 'i_id', 'name', 'sale_price', 'weight'].includes(field)),
      write: { isList: true, bodyKey: 'items' },
    },
  ],
})
