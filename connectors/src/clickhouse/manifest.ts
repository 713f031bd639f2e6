import { defineManifest, passwordParam, skipTlsParam } from '@sluice/connector-kit'
import { sqlSourceParams } from '@sluice/connector-kit/sql'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'clickhouse',
  name: { zh: 'ClickHouse', en: 'ClickHouse' },
  group: 'database',
  describe: {
    zh: '通过 HTTP 接口读取表和视图；写入表，ReplacingMergeTree 按排序键更新。',
    en: 'Reads tables and views over the HTTP interface; writes tables, by the sorting key where the engine is ReplacingMergeTree.',
  },
  icon: { text: 'Ch', color: '#9A7B00' },
  roles: ['source', 'target'],
  params: [
    {
      field: 'url',
      label: { zh: '服务地址', en: 'Service address' },
      type: 'text',
      is_required: true,
      placeholder: 'http://clickhouse.example.com:8123',
      pattern: '^https?://[^/\\s?#@]+/?$',
      describe: {
        zh: 'HTTP 接口的地址，通常为 8123 端口，加密为 8443；不是 9000。',
        en: 'Address of the HTTP interface, usually port 8123, or 8443 encrypted; not 9000.',
      },
    },
    {
      field: 'database',
      label: { zh: '数据库', en: 'Database' },
      type: 'text',
      is_required: true,
      default: 'default',
      describe: { zh: '表所在的数据库。', en: 'The database of the tables.' },
    },
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      is_required: true,
      default: 'default',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\uffff]{1,200}$',
    },
    passwordParam,
    skipTlsParam,
  ],
  sourceParams: [
    ...sqlSourceParams,
    {
      field: 'bytes_columns',
      label: { zh: '二进制列', en: 'Binary columns' },
      type: 'columns',
      describe: {
        zh: 'ClickHouse 的 String 也可存放二进制；这些列总是读作二进制，其他列只有在不是 UTF-8 文本时才是。',
        en: 'A String of ClickHouse may hold binary content: these columns are always read so, others only where they are no UTF-8 text.',
      },
    },
    {
      field: 'final',
      label: { zh: '只读每个键的最新行', en: 'Only the latest row of each key' },
      type: 'switch',
      default: true,
      describe: {
        zh: '以 FINAL 读取会合并行的引擎（如 ReplacingMergeTree）；其他引擎不受影响。',
        en: 'Reads engines that merge rows, such as ReplacingMergeTree, with FINAL; nothing changes for others.',
      },
    },
  ],
  targetParams: [],
})

/** As `parseParams` leaves them. */
export const Params = z.object({
  url: z.string(),
  database: z.string(),
  username: z.string(),
  password: z.string().nullish(),
  skip_tls_verify: z.boolean().nullish(),
})
export type Params = z.output<typeof Params>

export const SourceOptions = z.object({
  bytes_columns: z.array(z.string()).nullish(),
  final: z.boolean().nullish(),
})
