import type { Param, ParamInput } from '@sluice/contract'
import { z } from 'zod'

/** Where an SQL server is and who signs in; every connector to one asks for the same. */
export const sqlServerParams = (defaultPort: number): ParamInput[] => [
  {
    field: 'host',
    label: { zh: '主机', en: 'Host' },
    type: 'text',
    is_required: true,
    placeholder: 'db.example.com',
    pattern: '^[^/\\s]+$',
    describe: { zh: '主机名或 IP 地址，不支持本地套接字。', en: 'Host name or IP address; no unix sockets.' },
  },
  {
    field: 'port',
    label: { zh: '端口', en: 'Port' },
    type: 'number',
    is_required: true,
    default: defaultPort,
    min: 1,
    max: 65535,
    describe: { zh: `通常为 ${defaultPort}。`, en: `Usually ${defaultPort}.` },
  },
  {
    field: 'database',
    label: { zh: '数据库', en: 'Database' },
    type: 'text',
    is_required: true,
    describe: { zh: '要连接的数据库名。', en: 'Name of the database to connect to.' },
  },
  {
    field: 'username',
    label: { zh: '用户名', en: 'User name' },
    type: 'text',
    is_required: true,
    describe: { zh: '作为数据源时只需要查询权限。', en: 'A source needs only the right to select.' },
  },
  {
    field: 'password',
    label: { zh: '密码', en: 'Password' },
    type: 'password',
    encryption: true,
    describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
  },
  {
    field: 'ssl',
    label: { zh: 'SSL 模式', en: 'SSL mode' },
    type: 'select',
    default: 'disable',
    options: [
      { value: 'disable', label: { zh: '不加密', en: 'Off' } },
      { value: 'require', label: { zh: '加密，不校验证书', en: 'Encrypt, do not check the certificate' } },
      { value: 'verify', label: { zh: '加密并校验证书', en: 'Encrypt and check the certificate' } },
    ],
    describe: { zh: '跨公网连接请选择校验证书。', en: 'Across the internet, check the certificate.' },
  },
  {
    field: 'ca',
    label: { zh: 'CA 证书', en: 'CA certificate' },
    type: 'textarea',
    when: { field: 'ssl', in: ['verify'] },
    describe: { zh: 'PEM 格式；留空则使用系统信任的证书。', en: 'PEM text; empty trusts the public authorities.' },
  },
]

/** The offset in which times without a zone are meant; `describe` says what the server does with it. */
export const sqlTimeZoneParam = (describe: NonNullable<Param['describe']>): ParamInput => ({
  field: 'time_zone',
  label: { zh: '会话时区', en: 'Session time zone' },
  type: 'text',
  group: 'advanced',
  default: '+00:00',
  pattern: '^[+-]\\d{2}:\\d{2}$',
  describe,
})

/** Both as `parseParams` leaves them. */
export const SqlServerParams = z.object({
  host: z.string(),
  port: z.number(),
  database: z.string(),
  username: z.string(),
  password: z.string().nullish(),
  ssl: z.enum(['disable', 'require', 'verify']).nullish(),
  ca: z.string().nullish(),
  time_zone: z.string().nullish(),
})
