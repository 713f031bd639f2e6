import { defineManifest } from '@sluice/connector-kit'
import {
  checkpointParam,
  SqlServerParams,
  sqlServerParams,
  sqlSourceParams,
  sqlTimeZoneParam,
} from '@sluice/connector-kit/sql'
import type { z } from 'zod'

export const manifest = defineManifest({
  id: 'mysql',
  name: { zh: 'MySQL / MariaDB', en: 'MySQL / MariaDB' },
  group: 'database',
  describe: {
    zh: '读写 MySQL 5.7 及以上、MariaDB 10.3 及以上版本的表，读取视图。',
    en: 'Reads and writes tables of MySQL 5.7 and later and MariaDB 10.3 and later, reads views.',
  },
  icon: { text: 'My', color: '#00758F' },
  roles: ['source', 'target'],
  follows: 'changes',
  takesStatements: true,
  params: [
    ...sqlServerParams(3306),
    sqlTimeZoneParam({
      zh: 'timestamp 以该偏移读写；带偏移的时间写入 datetime 时换算到该偏移。',
      en: 'timestamp is read and written in this offset; times with an offset are converted to it for datetime columns.',
    }),
  ],
  sourceParams: sqlSourceParams,
  targetParams: [checkpointParam],
})

/** The parameters as `parseParams` leaves them. */
export const Params = SqlServerParams
export type Params = z.output<typeof Params>
