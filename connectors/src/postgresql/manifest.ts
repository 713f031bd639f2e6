import { defineManifest } from '@sluice/connector-kit'
import {
  checkpointParam,
  SqlServerParams,
  sqlServerParams,
  sqlSourceParams,
  sqlTimeZoneParam,
} from '@sluice/connector-kit/sql'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'postgresql',
  name: { zh: 'PostgreSQL', en: 'PostgreSQL' },
  group: 'database',
  describe: {
    zh: '读写 PostgreSQL 12 及以上版本的表，读取视图。',
    en: 'Reads and writes tables of PostgreSQL 12 and later, reads views.',
  },
  icon: { text: 'Pg', color: '#336791' },
  roles: ['source', 'target'],
  follows: 'changes',
  takesStatements: true,
  params: [
    ...sqlServerParams(5432),
    {
      field: 'schema',
      label: { zh: '模式', en: 'Schema' },
      type: 'text',
      group: 'advanced',
      describe: { zh: '只列出该模式下的表；留空列出全部。', en: 'Lists only tables of this schema; empty lists all.' },
    },
    sqlTimeZoneParam({
      zh: 'timestamptz 以该偏移输出；带偏移的时间写入无时区列时换算到该偏移。',
      en: 'timestamptz is read in this offset; times with an offset are converted to it for columns without a zone.',
    }),
  ],
  sourceParams: sqlSourceParams,
  targetParams: [checkpointParam],
})

/** The parameters as `parseParams` leaves them. */
export const Params = SqlServerParams.extend({ schema: z.string().nullish() })
export type Params = z.output<typeof Params>
