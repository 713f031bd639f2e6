import { defineManifest, type ManifestInput } from '@sluice/connector-kit'
import { fileSourceParams, fileTargetParams, remoteObjectParams } from '@sluice/connector-kit/files'
import { z } from 'zod'

type ParamList = ManifestInput['params']

const params: ParamList = [
  {
    field: 'place',
    label: { zh: '文件位置', en: 'Place of the files' },
    type: 'select',
    is_required: true,
    default: 'upload',
    options: [
      { value: 'upload', label: { zh: '上传的文件', en: 'Uploaded file' } },
      { value: 'directory', label: { zh: '服务器目录', en: 'Directory of the server' } },
    ],
  },
  {
    field: 'file',
    label: { zh: '文件', en: 'File' },
    type: 'file',
    when: { field: 'place', in: ['upload'] },
    describe: {
      zh: '要读取的文件；只作为目标写出时可以留空。',
      en: 'The file to be read; may stay empty where files are only written.',
    },
  },
  {
    field: 'directory',
    label: { zh: '目录', en: 'Directory' },
    type: 'text',
    is_required: true,
    placeholder: '/data/exchange',
    pattern: '^/',
    when: { field: 'place', in: ['directory'] },
    describe: {
      zh: '绝对路径，必须位于运维人员开放的目录之内。',
      en: 'An absolute path inside a directory that the operator has opened.',
    },
  },
  {
    field: 'pattern',
    label: { zh: '文件名匹配', en: 'File names' },
    type: 'text',
    default: '*',
    placeholder: '*.csv',
    pattern: '^[^/\\\\]{1,100}$',
    when: { field: 'place', in: ['directory'] },
    describe: {
      zh: '只列出匹配的文件：* 代表任意字符，? 代表一个字符。',
      en: 'Lists only files that match: * is any text, ? is one character.',
    },
  },
]

export const manifest = defineManifest({
  id: 'file',
  name: { zh: '文件', en: 'File' },
  group: 'file',
  describe: {
    zh: '读取上传的文件或服务器目录中的 CSV、JSON Lines、XLSX，并写出同样格式的新文件。',
    en: 'Reads CSV, JSON Lines and XLSX from an upload or a directory of the server, and writes new files of these formats.',
  },
  icon: { text: '文', color: '#389E0D' },
  roles: ['source', 'target'],
  params,
  sourceParams: [
    ...fileSourceParams,
    {
      field: 'settle_seconds',
      label: { zh: '文件静止的秒数', en: 'Seconds a file stands still' },
      type: 'number',
      default: 5,
      min: 0,
      max: 600,
      group: 'advanced',
      describe: {
        zh: '用于目录中的文件：刚刚改动过的文件会等待这么久再读取；仍在变化时稍后重试。',
        en: 'For files of a directory: one that has just changed is waited for so long, and tried again while it still changes.',
      },
    },
    {
      field: 'with_file',
      label: { zh: '附加文件名和修改时间', en: 'Add name and time of the file' },
      type: 'switch',
      default: false,
      describe: {
        zh: '读取文件夹时增加字段 _file 和 _modified，可按 _modified 增量读取。',
        en: 'Where a folder is read: adds the fields _file and _modified; increments go by _modified.',
      },
    },
    {
      field: 'sheet',
      label: { zh: '工作表', en: 'Sheet' },
      type: 'text',
      group: 'advanced',
      describe: {
        zh: '用于文件夹中的 XLSX；留空读取第一个。',
        en: 'For the XLSX of a folder; empty reads the first one.',
      },
    },
    ...remoteObjectParams,
  ],
  targetParams: fileTargetParams({
    zh: '不含扩展名；每次运行写一个新文件，名称后附写入时间。',
    en: 'Without an ending; each run writes a new file, with the time after the name.',
  }),
})

/** The parameters as `parseParams` leaves them. */
export const Params = z.object({
  place: z.enum(['upload', 'directory']),
  file: z.string().nullish(),
  directory: z.string().nullish(),
  pattern: z.string().nullish(),
})
export type Params = z.output<typeof Params>

/** Beside those of all files. */
export const SettleOptions = z.object({ settle_seconds: z.number() })
