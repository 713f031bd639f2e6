import { defineManifest } from '@sluice/connector-kit'
import { checkpointParam, SqlServerParams, sqlServerParams, sqlSourceParams } from '@sluice/connector-kit/sql'
import type { ParamInput } from '@sluice/contract'
import { z } from 'zod'

/** The driver checks every certificate, and a database is chosen by its service. */
const serverParams = sqlServerParams(1521).map((param): ParamInput => {
  if (param.field === 'ssl')
    return { ...param, options: (param.options ?? []).filter(({ value }) => value !== 'require') }
  if (param.field !== 'database') return param
  return {
    ...param,
    label: { zh: '服务名或 SID', en: 'Service name or SID' },
    placeholder: 'ORCLPDB1',
    pattern: '^[\\w.$#-]+$',
    describe: { zh: '要连接的服务名；旧库为 SID。', en: 'The service to connect to; for old databases the SID.' },
  }
})

export const manifest = defineManifest({
  id: 'oracle',
  name: { zh: 'Oracle', en: 'Oracle' },
  group: 'database',
  describe: {
    zh: '读写 Oracle Database 12.1 及以上版本的表，读取视图；无需安装客户端。',
    en: 'Reads and writes tables of Oracle Database 12.1 and later, reads views; needs no client software.',
  },
  icon: { text: 'Or', color: '#B3362B' },
  roles: ['source', 'target'],
  takesStatements: true,
  params: [
    ...serverParams,
    {
      field: 'connect_by',
      label: { zh: '连接方式', en: 'Connect by' },
      type: 'select',
      default: 'service',
      group: 'advanced',
      options: [
        { value: 'service', label: { zh: '服务名', en: 'Service name' } },
        { value: 'sid', label: { zh: 'SID', en: 'SID' } },
      ],
    },
  ],
  sourceParams: sqlSourceParams,
  targetParams: [
    checkpointParam,
    {
      field: 'empty_text',
      label: { zh: '空文本', en: 'Empty texts' },
      type: 'select',
      default: 'refuse',
      options: [
        { value: 'refuse', label: { zh: '拒绝该记录', en: 'Refuse the record' } },
        { value: 'null', label: { zh: '写入为空值（null）', en: 'Write null' } },
      ],
      describe: {
        zh: 'Oracle 把空文本当作 null 保存，读回时不再是空文本。',
        en: 'Oracle keeps an empty text as null, and does not give it back as a text.',
      },
    },
  ],
})

/** As `parseParams` leaves them. */
export const Params = SqlServerParams.extend({ connect_by: z.enum(['service', 'sid']).nullish() })
export type Params = z.output<typeof Params>

export const TargetOptions = z.object({ empty_text: z.enum(['refuse', 'null']).nullish() })
