import type { Param, ParamInput } from '@sluice/contract'
import { z } from 'zod'
import { encryptionParams, hostParam, passwordParam, portParam } from '../server-params.ts'

/** Where an SQL server is and who signs in; every connector to one asks for the same. */
export const sqlServerParams = (defaultPort: number): ParamInput[] => [
  hostParam('db.example.com', {
    zh: '主机名或 IP 地址，不支持本地套接字。',
    en: 'Host name or IP address; no unix sockets.',
  }),
  portParam(defaultPort, { zh: `通常为 ${defaultPort}。`, en: `Usually ${defaultPort}.` }),
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
  passwordParam,
  ...encryptionParams('ssl', { zh: 'SSL 模式', en: 'SSL mode' }, 'disable'),
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
