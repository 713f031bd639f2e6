import { definePack, type PackField, type PackInterface } from '@sluice/connector-kit'
import { productFields, purchaseOrderFields, saleOrderFields, saleOrderSaveFields } from './fields.ts'

const paged = {
  mode: 'page',
  pageSize: 100,
  pageField: 'pageIndex',
  sizeField: 'pageSize',
  place: 'body',
  totalPath: 'data.recordCount',
} as const
const read: Pick<
  PackInterface,
  'type' | 'method' | 'id' | 'number' | 'idCheck' | 'listPath' | 'pagination' | 'window'
> = {
  type: 'QUERY',
  method: 'POST',
  id: ['id'],
  number: 'code',
  idCheck: false,
  listPath: 'data.recordList',
  pagination: paged,
  window: { format: 'datetime', timeZone: 'Asia/Shanghai' },
}
const label = {
  field: { zh: '字段', en: 'Field' },
  operator: { zh: '比较符', en: 'Operator' },
  from: { zh: '修改时间起', en: 'Changed from' },
  until: { zh: '修改时间止', en: 'Changed until' },
}
/** Head by head, in an order that stays, those that changed in the window. */
const bills: readonly PackField[] = [
  { field: 'isSum', type: 'bool', label: { zh: '只查表头', en: 'Heads alone' }, default: 'true' },
  {
    field: 'simpleVOs',
    type: 'array',
    label: { zh: '查询条件', en: 'Conditions' },
    fields: [
      { field: 'field', type: 'string', label: label.field, default: 'pubts' },
      { field: 'op', type: 'string', label: label.operator, default: 'between' },
      { field: 'value1', type: 'string', label: label.from, default: '{{from}}' },
      { field: 'value2', type: 'string', label: label.until, default: '{{to}}' },
    ],
  },
  {
    field: 'queryOrders',
    type: 'array',
    label: { zh: '排序', en: 'Sorted by' },
    fields: [
      { field: 'field', type: 'string', label: label.field, default: 'id' },
      { field: 'order', type: 'string', label: { zh: '方向', en: 'Direction' }, default: 'asc' },
    ],
  },
]
const sales = { zh: '销售', en: 'Sales' }
// 60 calls a minute for the interfaces of sales orders.
const minute = { intervalMs: 1000 }

/** The tenant's data centre is asked for first, then a token by HMAC; both live in the sign-in. */
export const pack = definePack({
  id: 'yonyou',
  version: 1,
  documentation: 'https://open.yonyoucloud.com/',
  name: { zh: '用友 YonBIP', en: 'Yonyou YonBIP' },
  group: 'erp',
  describe: {
    zh: '用友 YonBIP / YonSuite 公有云：查询销售订单、采购订单与物料，保存销售订单；其他单据复制接口后修改即可。',
    en: 'YonBIP and YonSuite in the public cloud: reads sales orders, purchase orders and materials, saves sales orders; for other bills copy an interface.',
  },
  icon: { text: '用', color: '#E60012' },
  params: [
    {
      field: 'gateway_url',
      label: { zh: '数据中心查询地址', en: 'Address that knows the data centres' },
      type: 'text',
      is_required: true,
      default: 'https://apigateway.yonyoucloud.com',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '先在这里查出租户所在的数据中心，之后的请求发往查到的网关。',
        en: "The tenant's data centre is asked for here; requests then go to the gateway it names.",
      },
      group: 'advanced',
    },
    {
      field: 'tenant_id',
      label: { zh: '租户 ID', en: 'Tenant id' },
      type: 'text',
      is_required: true,
      pattern: '^[A-Za-z0-9_-]+$',
      describe: {
        zh: '工作台 → 数字化建模 → 系统管理 → 我的应用中可见。',
        en: 'Workbench → digital modelling → system management → my apps.',
      },
    },
    {
      field: 'app_key',
      label: { zh: 'App Key', en: 'App key' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '我的应用 → 开放平台 → API 授权；须勾选所用接口的末级分类。',
        en: 'My apps → open platform → API authorization; choose the classes of the interfaces in use.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: 'App Secret', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '与 App Key 在同一页。', en: 'On the same page as the app key.' },
    },
  ],
  connection: { baseUrl: '{{gateway_url}}' },
  adapter: {
    hosts: ['yonyoucloud.com', 'diwork.com'],
    auth: {
      steps: [
        {
          name: 'data centre',
          method: 'GET',
          path: 'open-auth/dataCenter/getGatewayAddress',
          query: [{ name: 'tenantId', value: '{{param.tenant_id}}' }],
          success: { path: 'code', values: ['00000'], messagePath: 'message' },
          values: [
            { name: 'gateway', path: 'data.gatewayUrl' },
            { name: 'tokens', path: 'data.tokenUrl' },
          ],
          lifeSeconds: 86_400,
        },
        {
          name: 'token',
          method: 'GET',
          path: '{{auth.tokens}}/open-auth/selfAppAuth/base/v1/getAccessToken',
          query: [
            { name: 'appKey', value: '{{param.app_key}}' },
            { name: 'timestamp', value: '{{timestampMs}}' },
            { name: 'signature', value: '{{calc.signature}}' },
          ],
          calculations: [
            {
              name: 'signature',
              function: 'hmac-sha256',
              key: '{{param.app_secret}}',
              text: '{{queryJoined}}',
              encoding: 'base64',
            },
          ],
          success: { path: 'code', values: ['00000'], messagePath: 'message' },
          values: [{ name: 'token', path: 'data.access_token' }],
          expiresPath: 'data.expire',
          lifeSeconds: 7200,
        },
      ],
    },
    request: { baseUrl: '{{auth.gateway}}', query: [{ name: 'access_token', value: '{{auth.token}}' }] },
    success: { path: 'code', values: ['200'], messagePath: 'message' },
    errors: [
      { kind: 'credential', path: 'code', values: ['310001', '310036'] },
      // Some interfaces say it without JSON.
      { kind: 'credential', messages: ['非法token'] },
      // Limits of system, app, product and interface; still at work; a fuse; no answer from behind the gateway.
      { kind: 'busy', path: 'code', values: ['310032', '310039', '310042', '310046', '202', '310043', '310504'] },
    ],
  },
  probe: 'products',
  interfaces: [
    {
      ...read,
      code: 'sale-orders',
      group: sales,
      name: { zh: '查询销售订单', en: 'Read sales orders' },
      api: 'yonbip/sd/voucherorder/list',
      increment: ['pubts'],
      rate: minute,
      request: bills,
      response: saleOrderFields,
    },
    {
      ...read,
      code: 'purchase-orders',
      group: { zh: '采购', en: 'Purchasing' },
      name: { zh: '查询采购订单', en: 'Read purchase orders' },
      api: 'yonbip/scm/purchaseorder/list',
      increment: ['pubts'],
      request: bills,
      response: purchaseOrderFields,
    },
    {
      ...read,
      code: 'products',
      group: { zh: '基础资料', en: 'Master data' },
      name: { zh: '查询物料', en: 'Read materials' },
      api: 'yonbip/digitalModel/product/listproductbycondition',
      request: [
        { field: 'beganTime', type: 'string', label: label.from, default: '{{from}}' },
        { field: 'endTime', type: 'string', label: label.until, default: '{{to}}' },
        { field: 'orgId', type: 'string', label: { zh: '使用组织', en: 'Organization' } },
      ],
      response: productFields,
    },
    {
      code: 'sale-order-save',
      group: sales,
      name: { zh: '保存销售订单', en: 'Save a sales order' },
      describe: {
        zh: '保存后为开立态，提交与审核在用友中进行。没有应答的写入凭防重键安全重试。',
        en: 'The order is saved as a draft; it is submitted and approved at Yonyou. A write without an answer is repeated safely by its key.',
      },
      type: 'EXECUTE',
      method: 'POST',
      api: 'yonbip/sd/voucherorder/singleSave',
      // A key that was used before: the order is there.
      success: { path: 'code', values: ['200', '10004', '100004'], messagePath: 'message' },
      rate: minute,
      request: saleOrderSaveFields,
      write: {
        bodyKey: 'data',
        idempotencyField: 'resubmitCheckKey',
        idempotencyLength: 32,
        targetKeyPath: 'data.id',
        codePath: 'code',
      },
    },
  ],
})
