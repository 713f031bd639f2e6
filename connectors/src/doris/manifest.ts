import { defineManifest, skipTlsParam } from '@sluice/connector-kit'
import { SqlServerParams, sqlServerParams, sqlSourceParams } from '@sluice/connector-kit/sql'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'doris',
  name: { zh: 'Apache Doris', en: 'Apache Doris' },
  group: 'database',
  describe: {
    zh: '通过 MySQL 协议读取表和视图；通过 Stream Load 写入表，主键（UNIQUE KEY）表按键更新。',
    en: 'Reads tables and views over the MySQL protocol; writes tables by Stream Load, by key where the table has a UNIQUE KEY.',
  },
  icon: { text: 'Do', color: '#4A5FC1' },
  roles: ['source', 'target'],
  params: [
    ...sqlServerParams(9030),
    {
      field: 'load_url',
      label: { zh: 'Stream Load 地址', en: 'Stream Load address' },
      type: 'text',
      placeholder: 'http://fe.example.com:8030',
      pattern: '^https?://[^/\\s?#@]+/?$',
      describe: {
        zh: '写入时用：FE 的 HTTP 端口（通常为 8030），或直接是 BE 的（8040）。留空为上述主机的 8030 端口。FE 会把写入转给 BE，本机须能访问 BE。',
        en: 'For writing: the HTTP port of an FE, usually 8030, or of a BE (8040). Empty is port 8030 of the host above. An FE sends the rows on to a BE, which this machine must reach.',
      },
    },
    {
      ...skipTlsParam,
      label: { zh: '不校验 Stream Load 的证书', en: 'Do not check the certificate of Stream Load' },
    },
  ],
  sourceParams: sqlSourceParams.filter(param => param.field !== 'statement_values'),
  targetParams: [],
})

/** As `parseParams` leaves them. */
export const Params = SqlServerParams.extend({
  load_url: z.string().nullish(),
  skip_tls_verify: z.boolean().nullish(),
})
export type Params = z.output<typeof Params>
