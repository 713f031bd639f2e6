import { definePack, type PackField } from '@sluice/connector-kit'
import { goodsFields, goodsReadFields, shopFields, stockFields, tradeFields, tradePushFields } from './fields.ts'

const paged = {
  mode: 'page',
  pageSize: 100,
  pageField: 'page_no',
  sizeField: 'page_size',
  place: 'body',
  startPage: 0,
  totalPath: 'total_count',
  totalOnce: true,
} as const
const changed: readonly PackField[] = [
  { field: 'start_time', type: 'string', label: { zh: '修改时间起', en: 'Changed from' }, default: '{{from}}' },
  { field: 'end_time', type: 'string', label: { zh: '修改时间止', en: 'Changed until' }, default: '{{to}}' },
]
const read = { type: 'QUERY', method: 'POST', idCheck: false, pagination: paged } as const
// Both ends of a window belong to it, so one second less than the vendor's limit.
const window = (maxSeconds: number, firstDays: number) =>
  ({ format: 'datetime', timeZone: 'Asia/Shanghai', maxSeconds: maxSeconds - 1, firstDays }) as const
const thirtyDays = {
  zh: '按修改时间读取，每 30 天一段；首次读取最近 30 天，更早的请按时间范围运行。',
  en: 'Read by the time of change, in parts of 30 days; the first read goes back 30 days, run a range for earlier ones.',
}
const orders = { zh: '订单', en: 'Orders' }
const goods = { zh: '货品', en: 'Products' }

/** Every call is a form signed by MD5 over its fields with their lengths; refusals come with status 200. */
export const pack = definePack({
  id: 'wangdian',
  version: 2,
  documentation: 'https://open.wangdian.cn/qyb/open/apidoc',
  name: { zh: '旺店通企业版', en: 'Wangdian (enterprise)' },
  group: 'ecommerce',
  describe: {
    zh: '旺店通 ERP 企业版：读取订单、库存、货品与店铺，推送原始订单与货品档案。',
    en: 'Wangdian ERP, enterprise edition: reads orders, stock, products and shops, pushes orders and products.',
  },
  icon: { text: '旺', color: '#E4393C' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://api.wangdian.cn/openapi2',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '正式环境为 https://api.wangdian.cn/openapi2，测试环境为 https://sandbox.wangdian.cn/openapi2。',
        en: 'https://api.wangdian.cn/openapi2 for production, https://sandbox.wangdian.cn/openapi2 for tests.',
      },
    },
    {
      field: 'sid',
      label: { zh: '卖家账号 sid', en: 'Seller account (sid)' },
      type: 'text',
      is_required: true,
      describe: { zh: '购买 ERP 时由旺店通分配，即登录客户端的卖家账号。', en: 'Given by Wangdian with the ERP.' },
    },
    {
      field: 'app_key',
      label: { zh: '接口账号 appkey', en: 'API account (appkey)' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '旺店通开放平台 → 自助对接 → 应用管理中申请。',
        en: 'Wangdian open platform → self-service → apps.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: '接口密钥 appsecret', en: 'API secret (appsecret)' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '与接口账号同时分配；接口与店铺、仓库权限在开放平台和 ERP 中授予。',
        en: 'Given with the API account; its rights are granted on the open platform and in the ERP.',
      },
    },
  ],
  connection: { baseUrl: '{{base_url}}' },
  adapter: {
    request: {
      bodyKind: 'form',
      body: [
        { name: 'sid', value: '{{param.sid}}' },
        { name: 'appkey', value: '{{param.app_key}}' },
        { name: 'timestamp', value: '{{timestamp}}' },
        { name: 'sign', value: '{{calc.sign}}' },
      ],
      calculations: [{ name: 'sign', function: 'md5', text: '{{allSized}}{{param.app_secret}}' }],
    },
    success: { path: 'code', values: ['0'], messagePath: 'message' },
    errors: [{ kind: 'busy', messages: ['最大调用频率限制', '最大并发次数限制'] }],
    // Calls are counted by the minute.
    rate: { intervalMs: 1000, maxConcurrent: 1 },
  },
  probe: 'shops',
  interfaces: [
    {
      ...read,
      code: 'trades',
      group: orders,
      name: { zh: '查询订单', en: 'Read orders' },
      describe: {
        zh: '按修改时间读取，每 60 分钟一段；首次读取最近 1 天，更早的请按时间范围运行。不含淘系与系统供销平台订单。',
        en: 'Read by the time of change, in parts of 60 minutes; the first read goes back one day, run a range for earlier ones. Without orders of Taobao and of the supply platform.',
      },
      api: 'trade_query.php',
      id: ['trade_no'],
      number: 'src_tids',
      increment: ['modified'],
      listPath: 'trades',
      window: window(3600, 1),
      request: [
        ...changed,
        { field: 'status', type: 'string', label: { zh: '订单状态', en: 'Order status' } },
        { field: 'shop_no', type: 'string', label: { zh: '店铺编号', en: 'Shop number' } },
        { field: 'warehouse_no', type: 'string', label: { zh: '仓库编号', en: 'Warehouse number' } },
      ],
      response: tradeFields,
    },
    {
      ...read,
      code: 'stock',
      group: { zh: '库存', en: 'Stock' },
      name: { zh: '增量查询库存', en: 'Read stock' },
      describe: thirtyDays,
      api: 'stock_query.php',
      id: ['spec_no', 'warehouse_no', 'defect'],
      number: 'spec_no',
      increment: ['modified'],
      listPath: 'stocks',
      window: window(30 * 86_400, 30),
      request: [
        ...changed,
        { field: 'warehouse_no', type: 'string', label: { zh: '仓库编号', en: 'Warehouse number' } },
      ],
      response: stockFields,
    },
    {
      ...read,
      code: 'goods',
      group: goods,
      name: { zh: '查询货品档案', en: 'Read products' },
      describe: thirtyDays,
      api: 'goods_query.php',
      id: ['goods_no'],
      increment: ['goods_modified'],
      listPath: 'goods_list',
      window: window(30 * 86_400, 30),
      request: [...changed, { field: 'deleted', type: 'int', label: { zh: '含已删除', en: 'With deleted ones' } }],
      response: goodsReadFields,
    },
    {
      ...read,
      code: 'shops',
      group: { zh: '基础资料', en: 'Master data' },
      name: { zh: '查询店铺', en: 'Read shops' },
      api: 'shop.php',
      id: ['shop_no'],
      number: 'shop_name',
      listPath: 'shoplist',
      response: shopFields,
    },
    {
      code: 'trade-push',
      group: orders,
      name: { zh: '推送原始订单', en: 'Push an order' },
      describe: {
        zh: '只用于“自有/其他”平台的店铺；原始单号已存在时更新该订单。',
        en: 'Only for shops of a platform of your own; a number that is known updates its order.',
      },
      type: 'EXECUTE',
      method: 'POST',
      api: 'trade_push.php',
      otherRequest: [
        { field: 'shop_no', type: 'string', label: { zh: '店铺编号', en: 'Shop number' }, is_required: true },
        {
          field: 'switch',
          type: 'int',
          label: { zh: '严格模式', en: 'Strict' },
          describe: { zh: '0 非严格，1 严格。', en: '0 no, 1 yes.' },
          default: '0',
        },
      ],
      request: tradePushFields,
      write: { isList: true, bodyKey: 'trade_list', guarantee: 'upsert' },
    },
    {
      code: 'goods-push',
      group: goods,
      name: { zh: '推送货品档案', en: 'Push a product' },
      describe: {
        zh: '货品编号与商家编码已存在时更新。',
        en: 'A product number and seller code that are known are updated.',
      },
      type: 'EXECUTE',
      method: 'POST',
      api: 'goods_push.php',
      request: goodsFields,
      write: { isList: true, bodyKey: 'goods_list', guarantee: 'upsert' },
    },
  ],
})
