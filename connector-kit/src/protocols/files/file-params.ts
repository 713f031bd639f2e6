import type { Param, ParamInput } from '@sluice/contract'
import { z } from 'zod'
import { encodings } from './text/encodings.ts'

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
      { value: 'utf-16be', label: { zh: 'UTF-16 BE', en: 'UTF-16 BE' } },
      { value: 'windows-1252', label: { zh: 'Windows-1252（含 Latin-1）', en: 'Windows-1252 (Latin-1)' } },
      { value: 'windows-1250', label: { zh: 'Windows-1250（中欧）', en: 'Windows-1250 (Central Europe)' } },
      { value: 'windows-1251', label: { zh: 'Windows-1251（西里尔）', en: 'Windows-1251 (Cyrillic)' } },
      { value: 'shift_jis', label: { zh: 'Shift-JIS（日文）', en: 'Shift-JIS (Japanese)' } },
      { value: 'euc-jp', label: { zh: 'EUC-JP（日文）', en: 'EUC-JP (Japanese)' } },
      { value: 'euc-kr', label: { zh: 'EUC-KR（韩文）', en: 'EUC-KR (Korean)' } },
      { value: 'big5', label: { zh: 'Big5（繁体中文）', en: 'Big5 (Traditional Chinese)' } },
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
  {
    field: 'blank',
    label: { zh: '空单元格', en: 'Blank cells' },
    type: 'select',
    default: 'null',
    group: 'advanced',
    options: [
      { value: 'null', label: { zh: '为 null；"" 为空字符串', en: 'Are null; "" is an empty text' } },
      { value: 'null_quoted', label: { zh: '为 null，"" 也是', en: 'Are null, and so is ""' } },
      { value: 'text', label: { zh: '为空字符串', en: 'Are empty texts' } },
    ],
    describe: { zh: '用于 CSV。', en: 'For CSV.' },
  },
  {
    field: 'null_text',
    label: { zh: '表示 null 的文本', en: 'Text that means null' },
    type: 'text',
    group: 'advanced',
    placeholder: '\\N',
    describe: {
      zh: '用于 CSV：单元格不带引号且正好是此文本时为 null。',
      en: 'For CSV: a cell without quotes that holds exactly this text is null.',
    },
  },
  {
    field: 'guarded',
    label: { zh: "去掉防公式的 '", en: "Take away the ' that guards against formulas" },
    type: 'switch',
    default: false,
    group: 'advanced',
    describe: {
      zh: "用于带防护导出的 CSV：去掉 = + - @ 等之前的一个 '。",
      en: "For a CSV that was exported with the guard: one ' in front of = + - @ and the like is taken away.",
    },
  },
  {
    field: 'error_cells',
    label: { zh: '错误单元格', en: 'Error cells' },
    type: 'select',
    default: 'refuse',
    group: 'advanced',
    options: [
      { value: 'refuse', label: { zh: '拒绝该行', en: 'Refuse the row' } },
      { value: 'null', label: { zh: '为 null', en: 'Are null' } },
      { value: 'text', label: { zh: '保留文本', en: 'Are their text' } },
    ],
    describe: { zh: '用于 XLSX：#N/A、#DIV/0! 等。', en: 'For XLSX: #N/A, #DIV/0! and the like.' },
  },
  {
    field: 'merged_cells',
    label: { zh: '合并的单元格', en: 'Merged cells' },
    type: 'select',
    default: 'leave',
    group: 'advanced',
    options: [
      { value: 'leave', label: { zh: '值只属于左上角', en: 'Hold their value in the first cell' } },
      { value: 'fill', label: { zh: '值填入每个单元格', en: 'Hold their value in every cell' } },
    ],
    describe: { zh: '用于 XLSX；运行日志写明有多少处。', en: 'For XLSX; the log of a run says how many there are.' },
  },
  {
    field: 'leading_zeros',
    label: { zh: '保留前导零', en: 'Keep leading zeros' },
    type: 'switch',
    default: true,
    group: 'advanced',
    describe: {
      zh: '用于 XLSX：格式为 00000 的数字按显示读取，如 00501。',
      en: 'For XLSX: a number of the format 00000 is read as it is shown, as 00501.',
    },
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
    default: false,
    group: 'advanced',
    when: { field: 'format', in: ['csv'] },
    describe: {
      zh: "以 = + - @ 等开头的文本前加 '，数字除外；用于会有人在表格软件中打开的文件。读回时请打开“去掉防公式的 '”。",
      en: "Texts that start with = + - @ and the like get a ' in front, numbers do not: for files that people open in a spreadsheet. Reading them back takes the ' away where that is switched on.",
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
  encoding: z.enum(['auto', ...encodings]),
  delimiter: z.enum(['auto', ',', ';', 'tab', '|']),
  blank: z.enum(['null', 'null_quoted', 'text']),
  null_text: z.string().nullish(),
  guarded: z.boolean(),
  error_cells: z.enum(['refuse', 'null', 'text']),
  merged_cells: z.enum(['leave', 'fill']),
  leading_zeros: z.boolean(),
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
