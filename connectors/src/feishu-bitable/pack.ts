import { definePack } from '@sluice/connector-kit'

const rows = { zh: '记录', en: 'Records' }

/** One table of a Bitable app: pages by token, cells of any type, refusals with a code of their own. */
export const pack = definePack({
  id: 'feishu-bitable',
  version: 1,
  documentation: 'https://open.feishu.cn/document/server-docs/docs/bitable-v1/bitable-overview',
  name: { zh: '飞书多维表格', en: 'Feishu Bitable' },
  group: 'oa',
  describe: {
    zh: '读取一张多维表格的全部记录，或向它新增记录。',
    en: 'Reads all records of one Bitable table, or adds records to it.',
  },
  icon: { text: '飞', color: '#3370FF' },
  params: [
    {
      field: 'base_url',
      label: { zh: '接口地址', en: 'API address' },
      type: 'text',
      is_required: true,
      default: 'https://open.feishu.cn',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '飞书为 https://open.feishu.cn，Lark 为 https://open.larksuite.com。',
        en: 'https://open.feishu.cn for Feishu, https://open.larksuite.com for Lark.',
      },
    },
    {
      field: 'app_id',
      label: { zh: '应用 ID', en: 'App id' },
      type: 'text',
      is_required: true,
      placeholder: 'cli_a1b2c3',
      describe: {
        zh: '飞书开放平台 → 企业自建应用 → 凭证与基础信息。',
        en: 'Feishu open platform → custom app → credentials and basic information.',
      },
    },
    {
      field: 'app_secret',
      label: { zh: '应用密钥', en: 'App secret' },
      type: 'password',
      encryption: true,
      is_required: true,
      describe: {
        zh: '与应用 ID 在同一页；应用须有多维表格权限，并被添加为该表格的协作者。',
        en: 'On the same page as the app id; the app needs the Bitable rights and must be a collaborator of the table.',
      },
    },
    {
      field: 'app_token',
      label: { zh: '多维表格 app_token', en: 'Bitable app_token' },
      type: 'text',
      is_required: true,
      pattern: '^[A-Za-z0-9]+$',
      describe: {
        zh: '表格网址中 /base/ 之后的一段。',
        en: 'The part after /base/ in the address of the table.',
      },
    },
    {
      field: 'table_id',
      label: { zh: '数据表 table_id', en: 'Table table_id' },
      type: 'text',
      is_required: true,
      placeholder: 'tblXXXXXXXX',
      pattern: '^[A-Za-z0-9]+$',
      describe: { zh: '表格网址中 table= 之后的一段。', en: 'The part after table= in the address of the table.' },
    },
  ],
  connection: { baseUrl: '{{base_url}}/open-apis/bitable/v1/apps/{{app_token}}/tables/{{table_id}}' },
  adapter: {
    auth: {
      steps: [
        {
          name: 'tenant_access_token',
          path: '{{param.base_url}}/open-apis/auth/v3/tenant_access_token/internal',
          body: [
            { name: 'app_id', value: '{{param.app_id}}' },
            { name: 'app_secret', value: '{{param.app_secret}}' },
          ],
          success: { path: 'code', values: ['0'], messagePath: 'msg' },
          values: [{ name: 'token', path: 'tenant_access_token' }],
          expiresPath: 'expire',
        },
      ],
    },
    request: { headers: [{ name: 'Authorization', value: 'Bearer {{auth.token}}' }] },
    success: { path: 'code', values: ['0'], messagePath: 'msg' },
    errors: [
      { kind: 'credential', path: 'code', values: ['99991661', '99991663', '99991668'] },
      // Too often; another write is at work.
      { kind: 'busy', path: 'code', values: ['99991400', '1254290', '1254291'] },
    ],
  },
  probe: 'records',
  interfaces: [
    {
      code: 'records',
      group: rows,
      name: { zh: '查询记录', en: 'Read records' },
      describe: {
        zh: '各列在 fields 之下，文本列为由片段组成的列表。',
        en: 'Columns stand under fields; a text column is a list of pieces.',
      },
      type: 'QUERY',
      method: 'POST',
      api: 'records/search',
      id: ['record_id'],
      idCheck: false,
      listPath: 'data.items',
      pagination: {
        mode: 'cursor',
        pageSize: 500,
        pageField: 'page_token',
        sizeField: 'page_size',
        nextPath: 'data.page_token',
        hasMorePath: 'data.has_more',
        totalPath: 'data.total',
      },
      request: [
        {
          field: 'automatic_fields',
          type: 'bool',
          label: { zh: '附带创建与修改信息', en: 'With who changed it and when' },
          default: 'true',
        },
        { field: 'view_id', type: 'string', label: { zh: '视图 ID', en: 'View id' } },
      ],
      response: [
        { field: 'record_id', type: 'string', label: { zh: '记录 ID', en: 'Record id' } },
        { field: 'fields', type: 'json', label: { zh: '各列', en: 'Columns' } },
        { field: 'created_time', type: 'timestamp', label: { zh: '创建时间', en: 'Created at' } },
        { field: 'last_modified_time', type: 'timestamp', label: { zh: '修改时间', en: 'Changed at' } },
      ],
    },
    {
      code: 'record-create',
      group: rows,
      name: { zh: '新增记录', en: 'Add a record' },
      describe: {
        zh: '映射的字段名即表格的列名。',
        en: 'The names of the mapped fields are those of the columns.',
      },
      type: 'EXECUTE',
      method: 'POST',
      api: 'records',
      write: { bodyKey: 'fields', targetKeyPath: 'data.record.record_id', codePath: 'code' },
    },
  ],
})
