import { defineManifest } from '@sluice/connector-kit'
import { checkpointParam, SqlServerParams, sqlServerParams, sqlSourceParams } from '@sluice/connector-kit/sql'
import type { z } from 'zod'

export const manifest = defineManifest({
  id: 'sqlserver',
  name: { zh: 'SQL Server', en: 'SQL Server' },
  group: 'database',
  describe: {
    zh: '读写 SQL Server 2016 及以上版本、Azure SQL 的表，读取视图。',
    en: 'Reads and writes tables of SQL Server 2016 and later and Azure SQL, reads views.',
  },
  icon: { text: 'MS', color: '#A4262C' },
  roles: ['source', 'target'],
  takesStatements: true,
  params: sqlServerParams(1433),
  sourceParams: sqlSourceParams,
  targetParams: [checkpointParam],
})

/** The parameters as `parseParams` leaves them. */
export const Params = SqlServerParams
export type Params = z.output<typeof Params>
