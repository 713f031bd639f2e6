import { definePack, type PackField } from '@sluice/connector-kit'
import { materialFields, saleOrderFields, saleOrderLineFields } from './fields.ts'

const service = 'Kingdee.BOS.WebApi.ServicesStub.DynamicFormService'
const bills = { zh: '销售', en: 'Sales' }
// A refusal of a query is a list in a list as well.
const REFUSED = '0.0.Result.ResponseStatus'

/** A query of bills: columns and rows by position, in the order of `columns`. */
const query = (formId: string, columns: string): PackField => ({
  field: 'data',
  type: 'object',
  label: { zh: '查询条件', en: 'Query' },
  fields: [
    { field: 'FormId', type: 'string', label: { zh: '表单 ID', en: 'Form id' }, default: formId },
    { field: 'FieldKeys', type: 'string', label: { zh: '字段列表', en: 'Fields to read' }, default: columns },
    {
      field: 'FilterString',
      type: 'string',
      label: { zh: '过滤条件', en: 'Filter' },
      default: "FModifyDate>='{{from}}' and FModifyDate<='{{to}}'",
    },
    {
      field: 'OrderString',
      type: 'string',
      label: { zh: '排序字段', en: 'Sorted by' },
      default: columns.split(',')[0]!,
    },
    { field: 'StartRow', type: 'int', label: { zh: '起始行', en: 'First row' }, default: '{{offset}}' },
    { field: 'Limit', type: 'int', label: { zh: '每页行数', en: 'Rows a page' }, default: '{{pageSize}}' },
  ],
})
const read = {
  type: 'QUERY',
  method: 'POST',
  api: `${service}.ExecuteBillQuery.common.kdsvc`,
  listOfValues: true,
  idCheck: false,
  success: { messagePath: `${REFUSED}.Errors.*.Message` },
  pagination: { mode: 'offset', pageSize: 2000 },
  window: { format: 'datetime', timeZone: 'Asia/Shanghai' },
} as const

const STATUS = 'Result.ResponseStatus'
const saved = { path: `${STATUS}.IsSuccess`, values: ['true'], messagePath: `${STATUS}.Errors.*.Message` }
const patterns = { duplicate: ['违反字段唯一性要求'] }
const saveOptions: PackField[] = [
  { field: 'formid', type: 'string', label: { zh: '表单 ID', en: 'Form id' }, default: 'SAL_SaleOrder' },
  {
    field: 'data',
    type: 'object',
    label: { zh: '保存选项', en: 'Options of saving' },
    fields: [
      {
        field: 'IsAutoSubmitAndAudit',
        type: 'bool',
        label: { zh: '自动提交并审核', en: 'Submit and approve at once' },
        default: 'false',
      },
    ],
  },
]

/** Web API of the bill engine: a session that ends, rows without names, refusals with status 200. */
export const pack = definePack({
  id: 'kingdee',
  version: 2,
  documentation: 'https://openapi.open.kingdee.com/',
  name: { zh: '金蝶云星空', en: 'Kingdee Cloud Galaxy' },
  group: 'erp',
  describe: {
    zh: '金蝶云星空 ERP：按字段查询销售订单与物料，保存销售订单；其他单据复制接口后改表单 ID 即可。',
    en: 'Kingdee ERP: reads sales orders and materials by field, saves sales orders; for other bills copy an interface and change its form id.',
  },
  icon: { text: '金', color: '#276FF5' },
  params: [
    {
      field: 'server_url',
      label: { zh: '服务器地址', en: 'Server address' },
      type: 'text',
      is_required: true,
      placeholder: 'https://your-company.ik3cloud.com/k3cloud/',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '登录页地址中到 k3cloud/ 为止的部分。',
        en: 'The address of the sign-in page up to k3cloud/.',
      },
    },
    {
      field: 'acct_id',
      label: { zh: '数据中心 ID', en: 'Data centre id' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '系统管理 → 第三方系统登录授权 → 生成测试链接，其中的账套 ID。',
        en: 'System management → authorization of third-party systems → test link; it names the account set.',
      },
    },
    {
      field: 'username',
      label: { zh: '集成用户', en: 'Integration user' },
      type: 'text',
      is_required: true,
      describe: {
        zh: '第三方系统登录授权中指定的用户；它的权限决定能查到什么。',
        en: 'The user named in that authorization; its rights decide what can be read.',
      },
    },
    {
      field: 'app_id',
      label: { zh: '应用 ID', en: 'App id' },
      type: 'text',
      is_required: true,
      describe: { zh: '第三方系统登录授权中的应用 ID。', en: 'From the authorization of third-party systems.' },
    },
    {
      field: 'app_secret',
      label: { zh: '应用密钥', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    {
      field: 'lcid',
      label: { zh: '语言', en: 'Language' },
      type: 'select',
      default: '2052',
      options: [
        { value: '2052', label: { zh: '简体中文', en: 'Simplified Chinese' } },
        { value: '3076', label: { zh: '繁体中文', en: 'Traditional Chinese' } },
        { value: '1033', label: { zh: '英语', en: 'English' } },
      ],
      group: 'advanced',
    },
  ],
  connection: { baseUrl: '{{server_url}}' },
  adapter: {
    auth: {
      steps: [
        {
          name: 'session',
          path: 'Kingdee.BOS.WebApi.ServicesStub.AuthService.LoginByAppSecret.common.kdsvc',
          body: [
            { name: 'acctID', value: '{{param.acct_id}}' },
            { name: 'username', value: '{{param.username}}' },
            { name: 'appId', value: '{{param.app_id}}' },
            { name: 'appSecret', value: '{{param.app_secret}}' },
            { name: 'lcid', value: '{{param.lcid}}' },
          ],
          success: { path: 'LoginResultType', values: ['1'], messagePath: 'Message' },
          values: [{ name: 'session', path: 'KDSVCSessionId' }],
          lifeSeconds: 1200,
        },
      ],
    },
    request: { headers: [{ name: 'kdservice-sessionid', value: '{{auth.session}}' }] },
    errors: [
      { kind: 'credential', messages: ['会话信息已丢失'] },
      { kind: 'refused', path: `${REFUSED}.IsSuccess`, values: ['false'] },
    ],
  },
  probe: 'materials',
  interfaces: [
    {
      ...read,
      code: 'sale-order-lines',
      group: bills,
      name: { zh: '查询销售订单（按分录）', en: 'Read sales orders (one record a line)' },
      id: ['FEntryId'],
      number: 'FBillNo',
      increment: ['FModifyDate'],
      request: [
        query(
          'SAL_SaleOrder',
          'FSaleOrderEntry_FEntryID,FID,FBillNo,FDate,FDocumentStatus,FCustId.FNumber,FMaterialId.FNumber,FQty,FTaxPrice,FAllAmount,FModifyDate',
        ),
      ],
      response: saleOrderLineFields,
    },
    {
      ...read,
      code: 'materials',
      group: { zh: '基础资料', en: 'Master data' },
      name: { zh: '查询物料', en: 'Read materials' },
      id: ['FMaterialId'],
      number: 'FNumber',
      increment: ['FModifyDate'],
      request: [query('BD_MATERIAL', 'FMATERIALID,FNumber,FName,FSpecification,FDocumentStatus,FModifyDate')],
      response: materialFields,
    },
    {
      code: 'sale-order-batch-save',
      group: bills,
      name: { zh: '批量保存销售订单', en: 'Save sales orders in batches' },
      type: 'EXECUTE',
      method: 'POST',
      api: `${service}.BatchSave.common.kdsvc`,
      success: saved,
      otherRequest: saveOptions,
      request: saleOrderFields,
      write: {
        rows: 50,
        isList: true,
        bodyKey: 'data.Model',
        fieldPath: `${STATUS}.Errors.*.FieldName`,
        // Saved and refused orders stand in two lists, each with its place in the request.
        results: {
          path: `${STATUS}.SuccessEntitys`,
          errorPath: `${STATUS}.Errors`,
          by: 'index',
          indexPath: 'DIndex',
          targetKeyPath: 'Number',
          fieldPath: 'FieldName',
          success: { messagePath: 'Message' },
        },
        patterns,
      },
    },
    {
      code: 'sale-order-save',
      group: bills,
      name: { zh: '保存销售订单', en: 'Save a sales order' },
      type: 'EXECUTE',
      method: 'POST',
      api: `${service}.Save.common.kdsvc`,
      success: saved,
      otherRequest: saveOptions,
      request: saleOrderFields,
      write: {
        bodyKey: 'data.Model',
        targetKeyPath: 'Result.Number',
        fieldPath: `${STATUS}.Errors.*.FieldName`,
        patterns,
      },
    },
  ],
})
