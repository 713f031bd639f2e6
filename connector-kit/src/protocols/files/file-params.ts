import type { Param, ParamInput } from '@sluice/contract'
import { z } from 'zod'

type Words = NonNullable<Param['describe']>

/** How a file is read. */
export const fileSourceParams: ParamInput[] = [
  {
    field: 'format',
    label: { zh: '格式', en: 'Format' },
    type: 'select',
    default: 'auto',
    options: [
      { value: 'auto', label: { zh: '自动识别', en: 'Recognise' } },
      { value: 'csv', label: { zh: 'CSV', en: 'CSV' } },
      { value: 'jsonl', label: { zh: 'JSON Lines', en: 'JSON Lines' } },
      { value: 'xlsx', label: { zh: 'XLSX', en: 'XLSX' } },
    ],
  },
  {
    field: 'header',
    label: { zh: '有表头', en: 'Has a header row' },
    type: 'switch',
    default: true,
    describe: {
      zh: '用于 CSV 和 XLSX。关闭后列名为 column_1、column_2……',
      en: 'For CSV and XLSX. Without it the columns are called column_1, column_2 and so on.',
    },
  },
  {
    field: 'header_row',
    label: { zh: '表头所在行', en: 'Row of the header' },
    type: 'number',
    default: 1,
    min: 1,
    max: 10_000,
    when: { field: 'header', in: [true] },
    describe: { zh: '其上方的行不读取。', en: 'Rows above it are left out.' },
  },
  {
    field: 'skip_rows',
    label: { zh: '跳过的行数', en: 'Rows to skip' },
    type: 'number',
    default: 0,
    min: 0,
    max: 10_000,
    describe: {
      zh: '表头之后（无表头时从第一行起）不读取的行数。',
      en: 'Rows left out after the header, or from the top where there is none.',
    },
  },
  {
    field: 'with_row_number',
    label: { zh: '附加行号', en: 'Add the row number' },
    type: 'switch',
    default: false,
    describe: {
      zh: '增加字段 _row（文件中的行号），可在没有业务主键时用作主键。',
      en: 'Adds the field _row, the line in the file; a key where the data has none of its own.',
    },
  },
  {
    field: 'encoding',
    label: { zh: '编码', en: 'Encoding' },
    type: 'select',
    default: 'auto',
    group: 'advanced',
    options: [
      { value: 'auto', label: { zh: '自动识别', en: 'Recognise' } },
      { value: 'utf-8', label: { zh: 'UTF-8', en: 'UTF-8' } },
      { value: 'gb18030', label: { zh: 'GB18030（含 GBK）', en: 'GB18030 (GBK)' } },
      { value: 'utf-16le', label: { zh: 'UTF-16 LE', en: 'UTF-16 LE' } },
      { value: 'windows-1252', label: { zh: 'Windows-1252（含 Latin-1）', en: 'Windows-1252 (Latin-1)' } },
    ],
  },
  {
    field: 'delimiter',
    label: { zh: '分隔符', en: 'Delimiter' },
    type: 'select',
    default: 'auto',
    group: 'advanced',
    options: [
      { value: 'auto', label: { zh: '自动识别', en: 'Recognise' } },
      { value: ',', label: { zh: '逗号 ,', en: 'Comma ,' } },
      { value: ';', label: { zh: '分号 ;', en: 'Semicolon ;' } },
      { value: 'tab', label: { zh: '制表符', en: 'Tab' } },
      { value: '|', label: { zh: '竖线 |', en: 'Bar |' } },
    ],
  },
]

/** What file is written. `describeName` says how often a new one is. */
export const fileTargetParams = (describeName: Words): ParamInput[] => [
  {
    field: 'name',
    label: { zh: '文件名', en: 'File name' },
    type: 'text',
    is_required: true,
    default: 'export',
    pattern: '^[^./\\\\\\u0000-\\u001f][^/\\\\\\u0000-\\u001f]{0,39}$',
    describe: describeName,
  },
  {
    field: 'format',
    label: { zh: '格式', en: 'Format' },
    type: 'select',
    default: 'csv',
    options: [
      { value: 'csv', label: { zh: 'CSV', en: 'CSV' } },
      { value: 'jsonl', label: { zh: 'JSON Lines（无损）', en: 'JSON Lines (lossless)' } },
      { value: 'xlsx', label: { zh: 'XLSX', en: 'XLSX' } },
    ],
  },
  {
    field: 'encoding',
    label: { zh: 'CSV 编码', en: 'Encoding of the CSV' },
    type: 'select',
    default: 'utf-8-bom',
    when: { field: 'format', in: ['csv'] },
    options: [
      { value: 'utf-8-bom', label: { zh: 'UTF-8 带 BOM（Excel 可直接打开）', en: 'UTF-8 with BOM (opens in Excel)' } },
      { value: 'utf-8', label: { zh: 'UTF-8', en: 'UTF-8' } },
      { value: 'gb18030', label: { zh: 'GB18030', en: 'GB18030' } },
    ],
  },
  {
    field: 'null_text',
    label: { zh: '空值的写法', en: 'Text for null' },
    type: 'text',
    group: 'advanced',
    when: { field: 'format', in: ['csv'] },
    placeholder: '\\N',
    describe: {
      zh: 'CSV 没有空值：null 和缺失的字段写成此文本，默认什么也不写；空字符串写成 ""。',
      en: 'CSV has no null: null and missing fields become this text, nothing by default; an empty text becomes "".',
    },
  },
  {
    field: 'guard_formulas',
    label: { zh: '防止公式注入', en: 'Guard against formulas' },
    type: 'switch',
    default: true,
    group: 'advanced',
    when: { field: 'format', in: ['csv'] },
    describe: {
      zh: "以 = + - @ 等开头的文本前加 '，数字除外；给程序读取的文件请关闭。",
      en: "Texts that start with = + - @ and the like get a ' in front, numbers do not; switch off for files that programs read.",
    },
  },
]

/** As `parseParams` leaves them. */
export const SourceOptions = z.object({
  format: z.enum(['auto', 'csv', 'jsonl', 'xlsx']),
  header: z.boolean(),
  header_row: z.number().nullish(),
  skip_rows: z.number(),
  with_row_number: z.boolean(),
  encoding: z.enum(['auto', 'utf-8', 'gb18030', 'utf-16le', 'windows-1252']),
  delimiter: z.enum(['auto', ',', ';', 'tab', '|']),
})
export type SourceOptions = z.output<typeof SourceOptions>

export const TargetOptions = z.object({
  name: z.string(),
  format: z.enum(['csv', 'jsonl', 'xlsx']),
  encoding: z.enum(['utf-8-bom', 'utf-8', 'gb18030']).nullish(),
  null_text: z.string().nullish(),
  guard_formulas: z.boolean().nullish(),
})
export type TargetOptions = z.output<typeof TargetOptions>
