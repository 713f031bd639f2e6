import { defineManifest, encryptionParams, hostParam, passwordParam, portParam } from '@sluice/connector-kit'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'mongodb',
  name: { zh: 'MongoDB', en: 'MongoDB' },
  group: 'database',
  describe: {
    zh: '读取集合，可按字段增量；按主键或 _id 写入、追加和删除文档。',
    en: 'Reads collections, by an increment field too; writes documents by key or _id, appends and deletes them.',
  },
  icon: { text: 'Mg', color: '#00684A' },
  roles: ['source', 'target'],
  params: [
    hostParam('mongo.example.com', {
      zh: '主机名或 IP 地址；副本集可填任一成员。',
      en: 'Host name or IP address; any member of a replica set.',
    }),
    portParam(27017, { zh: '通常为 27017。', en: 'Usually 27017.' }),
    {
      field: 'replica_set',
      label: { zh: '副本集名称', en: 'Name of the replica set' },
      type: 'text',
      placeholder: 'rs0',
      pattern: '^[^\\s/?#]{1,100}$',
      describe: {
        zh: '填写后自动找到主节点，切换时跟随；留空则只连接上面这一台服务器。',
        en: 'With it the primary is found and followed; empty: this one server alone.',
      },
    },
    {
      field: 'database',
      label: { zh: '数据库', en: 'Database' },
      type: 'text',
      is_required: true,
      pattern: '^[^/\\\\. "$*<>:|?\\u0000]{1,63}$',
      describe: { zh: '集合所在的数据库。', en: 'The database of the collections.' },
    },
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      describe: { zh: '服务器不要求登录时留空。', en: 'Empty when the server asks for no sign-in.' },
    },
    passwordParam,
    {
      field: 'auth_source',
      label: { zh: '认证数据库', en: 'Authentication database' },
      type: 'text',
      default: 'admin',
      group: 'advanced',
      describe: { zh: '建立该用户的数据库，通常为 admin。', en: 'Where the user was created, usually admin.' },
    },
    ...encryptionParams('tls', { zh: '加密', en: 'Encryption' }, 'off'),
  ],
  sourceParams: [
    {
      field: 'filter',
      label: { zh: '过滤条件', en: 'Filter' },
      type: 'code',
      placeholder: '{"status": "paid", "total": {"$gt": 100}}',
      describe: {
        zh: '一个查询文档，扩展 JSON 格式；日期写作 {"$date": "2024-01-31T00:00:00Z"}。不能包含在服务器上执行的脚本。',
        en: 'One query document as Extended JSON; a date is {"$date": "2024-01-31T00:00:00Z"}. No scripts that run on the server.',
      },
    },
    {
      field: 'columns',
      label: { zh: '读取的字段', en: 'Fields' },
      type: 'columns',
      describe: { zh: '留空读取全部；_id 总会读取。', en: 'Empty reads all; _id is always read.' },
    },
    {
      field: 'values',
      label: { zh: '数据形式', en: 'Form of the values' },
      type: 'select',
      default: 'plain',
      options: [
        { value: 'plain', label: { zh: '普通值', en: 'Plain' } },
        { value: 'extended', label: { zh: '扩展 JSON，保留类型', en: 'Extended JSON, keeps the types' } },
      ],
      describe: {
        zh: '普通值：ObjectId 和日期读作文本，数字逐位保留。扩展 JSON：写回 MongoDB 时每个值的类型不变。',
        en: 'Plain: ObjectIds and dates come as text, numbers keep every digit. Extended JSON: written back to MongoDB every value has the type it had.',
      },
    },
  ],
  targetParams: [
    {
      field: 'object_id_fields',
      label: { zh: '写作 ObjectId 的字段', en: 'Fields written as ObjectId' },
      type: 'columns',
      describe: {
        zh: '这些字段的 24 位十六进制文本写作 ObjectId。',
        en: 'Texts of 24 hexadecimal digits in these fields become ObjectIds.',
      },
    },
    {
      field: 'date_fields',
      label: { zh: '写作日期的字段', en: 'Fields written as date' },
      type: 'columns',
      describe: {
        zh: '这些字段的日期时间文本写作日期，精确到毫秒；没有时区的按 UTC。',
        en: 'Dates and times in these fields become dates, to the millisecond; without a zone they are UTC.',
      },
    },
  ],
})

/** As `parseParams` leaves them. */
export const Params = z.object({
  host: z.string(),
  port: z.number(),
  replica_set: z.string().nullish(),
  database: z.string(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  auth_source: z.string().nullish(),
  tls: z.enum(['off', 'require', 'verify']).nullish(),
  ca: z.string().nullish(),
})
export type Params = z.output<typeof Params>

export const SourceOptions = z.object({
  filter: z.string().nullish(),
  columns: z.array(z.string()).nullish(),
  values: z.enum(['plain', 'extended']).nullish(),
})

export const TargetOptions = z.object({
  object_id_fields: z.array(z.string()).nullish(),
  date_fields: z.array(z.string()).nullish(),
})
