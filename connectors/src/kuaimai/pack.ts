import { definePack, type PackField } from '@sluice/connector-kit'
import { productFields, shopFields, stockFields, stockUpdateFields, tradeCreateFields, tradeFields } from './fields.ts'

const paged = (pageSize: number) =>
  ({
    mode: 'page',
    pageSize,
    pageField: 'pageNo',
    sizeField: 'pageSize',
    place: 'body',
    totalPath: 'total',
  }) as const
/** Every interface has one address; a field tells which one is meant. */
const method = (name: string): PackField => ({
  field: 'method',
  type: 'string',
  label: { zh: '接口名', en: 'Name of the interface' },
  default: name,
})
const changed = (from: string, until: string): readonly PackField[] => [
  { field: from, type: 'string', label: { zh: '修改时间起', en: 'Changed from' }, default: '{{from}}' },
  { field: until, type: 'string', label: { zh: '修改时间止', en: 'Changed until' }, default: '{{to}}' },
]
const call = { method: 'POST', api: 'router' } as const
const read = { ...call, type: 'QUERY', idCheck: false } as const
const datetime = { format: 'datetime', timeZone: 'Asia/Shanghai' } as const
const orders = { zh: '订单', en: 'Orders' }
const stock = { zh: '库存', en: 'Stock' }

const signed = [
  { name: 'appKey', value: '{{param.app_key}}' },
  { name: 'timestamp', value: '{{datetime}}' },
  { name: 'format', value: 'json' },
  { name: 'version', value: '1.0' },
  { name: 'sign_method', value: 'hmac' },
  { name: 'sign', value: '{{calc.sign}}' },
]
const calculations = [
  {
    name: 'sign',
    function: 'hmac-md5' as const,
    key: '{{param.app_secret}}',
    text: '{{allJoined}}',
    encoding: 'HEX' as const,
  },
]

/** One address, forms signed by HMAC over their sorted fields; a session that is prolonged, never exchanged. */
export const pack = definePack({
  id: 'kuaimai',
  version: 1,
  documentation: 'https://open.kuaimai.com/docs/api/',
  name: { zh: '快麦 ERP', en: 'Kuaimai ERP' },
  group: 'ecommerce',
  describe: {
    zh: '快麦 ERP：读取订单、商品、库存与店铺，创建系统手工单，修改实际库存。',
    en: 'Kuaimai ERP: reads orders, products, stock and shops, creates orders, sets the quantity in stock.',
  },
  icon: { text: '快', color: '#FF6A00' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://gw.superboss.cc',
      pattern: '^https?://[^\\s]+$',
      describe: { zh: '到 /router 之前的部分。', en: 'The part before /router.' },
      group: 'advanced',
    },
    {
      field: 'app_key',
      label: { zh: 'App Key', en: 'App key' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '快麦开放平台 → 申请 APP，审核通过后下发。',
        en: 'Kuaimai open platform → apply for an app; sent when it is approved.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: 'App Secret', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '与 App Key 一同下发。', en: 'Sent with the app key.' },
    },
    {
      field: 'session',
      label: { zh: '会话 accessToken', en: 'Session (accessToken)' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '商家授权后得到，有效期 30 天；运行中自动延长，值不变。',
        en: 'From the authorization by the merchant, for 30 days; prolonged while it is used, its value stays.',
      },
    },
    {
      field: 'refresh_token',
      label: { zh: '刷新令牌 refreshToken', en: 'Refresh token (refreshToken)' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '与会话一同得到，用来延长会话。', en: 'Comes with the session and prolongs it.' },
    },
  ],
  connection: { baseUrl: '{{base_url}}' },
  adapter: {
    timeZone: 'Asia/Shanghai',
    auth: {
      steps: [
        {
          name: 'session',
          path: 'router',
          bodyKind: 'form',
          body: [
            { name: 'method', value: 'open.token.refresh' },
            { name: 'session', value: '{{param.session}}' },
            { name: 'refreshToken', value: '{{param.refresh_token}}' },
            ...signed,
          ],
          calculations,
          // A session that was prolonged within the hour is good; an answer without a code is one without a complaint.
          success: { path: 'code', values: ['', '0', 'refresh_frequently'], messagePath: 'msg' },
          values: [{ name: 'session', path: 'session.accessToken', otherwise: '{{param.session}}' }],
          lifeSeconds: 604_800,
        },
      ],
    },
    request: {
      bodyKind: 'form',
      body: [{ name: 'session', value: '{{auth.session}}' }, ...signed],
      calculations,
    },
    success: { path: 'success', values: ['true'], messagePath: 'msg' },
    errors: [
      { kind: 'credential', path: 'code', values: ['27', '105', '106', 'invalid_session'] },
      { kind: 'busy', messages: ['频繁', '限流'] },
    ],
  },
  probe: 'shops',
  interfaces: [
    {
      ...read,
      code: 'trades',
      group: orders,
      name: { zh: '查询销售出库', en: 'Read orders' },
      describe: {
        zh: '含全部平台的订单。按修改时间读取，每天一段；首次读取最近 7 天，更早的请按时间范围运行。每页至少 20 条。',
        en: 'Orders of every marketplace. Read by the time of change, day by day; the first read goes back 7 days, run a range for earlier ones. Pages of at least 20.',
      },
      id: ['sid'],
      number: 'tid',
      increment: ['updTime'],
      listPath: 'list',
      pagination: paged(200),
      window: { ...datetime, maxSeconds: 86_399, firstDays: 7 },
      request: [
        method('erp.trade.outstock.simple.query'),
        { field: 'timeType', type: 'string', label: { zh: '时间类型', en: 'Kind of time' }, default: 'upd_time' },
        ...changed('startTime', 'endTime'),
        { field: 'userIds', type: 'string', label: { zh: '店铺编号', en: 'Shop number' } },
      ],
      response: tradeFields,
    },
    {
      ...read,
      code: 'products',
      group: { zh: '商品', en: 'Products' },
      name: { zh: '查询商品列表', en: 'Read products' },
      id: ['sysItemId'],
      number: 'outerId',
      increment: ['modified'],
      listPath: 'items',
      pagination: paged(200),
      window: datetime,
      request: [method('item.list.query'), ...changed('startModified', 'endModified')],
      response: productFields,
    },
    {
      ...read,
      code: 'stock',
      group: stock,
      name: { zh: '查询库存状态', en: 'Read stock' },
      id: ['sysItemId', 'sysSkuId', 'wareHouseId'],
      number: 'skuOuterId',
      increment: ['stockModifiedTime'],
      listPath: 'stockStatusVoList',
      pagination: paged(100),
      window: datetime,
      request: [
        method('stock.api.status.query'),
        ...changed('startStockModified', 'endStockModified'),
        { field: 'warehouseId', type: 'int', label: { zh: '仓库 ID', en: 'Warehouse id' } },
      ],
      response: stockFields,
    },
    {
      ...read,
      code: 'shops',
      group: { zh: '基础资料', en: 'Master data' },
      name: { zh: '查询店铺', en: 'Read shops' },
      id: ['userId'],
      number: 'title',
      listPath: 'list',
      pagination: paged(200),
      request: [method('erp.shop.list.query')],
      response: shopFields,
    },
    {
      ...call,
      code: 'trade-create',
      group: orders,
      name: { zh: '创建系统手工单', en: 'Create an order' },
      describe: {
        zh: '平台订单号必填：快麦对相同单号只接受一次，已推送过的单号记为跳过，因此没有应答的写入可以安全重试。',
        en: 'The number is needed: Kuaimai takes one number once. One that is there already is skipped, so a write without an answer is repeated safely.',
      },
      type: 'EXECUTE',
      otherRequest: [method('erp.trade.create')],
      request: tradeCreateFields,
      write: {
        targetKeyPath: 'sid',
        codePath: 'code',
        guarantee: 'idempotencyKey',
        patterns: { duplicate: ['已推送'] },
      },
    },
    {
      ...call,
      code: 'stock-update',
      group: stock,
      name: { zh: '修改实际库存', en: 'Set the quantity in stock' },
      describe: {
        zh: '数量是结果而非增减，重复无害。',
        en: 'The quantity is what shall be, so a repeat does no harm.',
      },
      type: 'EXECUTE',
      otherRequest: [method('erp.item.available.stock.update')],
      request: stockUpdateFields,
      write: { codePath: 'code', guarantee: 'upsert' },
    },
  ],
})
