import type { ParamInput } from '@sluice/contract'
import { z } from 'zod'
import { fileSourceParams, fileTargetParams, SourceOptions, TargetOptions } from '../file-params.ts'

/** Which files of a place count. */
export const filePatternParam: ParamInput = {
  field: 'pattern',
  label: { zh: '文件名匹配', en: 'File names' },
  type: 'text',
  default: '*',
  placeholder: '*.csv',
  pattern: '^[^/\\\\]{1,100}$',
  describe: {
    zh: '只读取匹配的文件：* 代表任意字符，? 代表一个字符。',
    en: 'Only files that match are read: * is any text, ? is one character.',
  },
}

/** The place on a server one signs in to. */
export const remotePlaceParams: ParamInput[] = [
  {
    field: 'directory',
    label: { zh: '目录', en: 'Directory' },
    type: 'text',
    default: '.',
    placeholder: '/upload',
    pattern: '^[^\\u0000-\\u001f]{1,500}$',
    describe: {
      zh: '只使用此目录之下的文件；. 是登录后所在的目录。',
      en: 'Only files beneath it are used; . is the directory after signing in.',
    },
  },
  filePatternParam,
]

/** How files of a far system are read. */
export const remoteSourceParams: ParamInput[] = [
  ...fileSourceParams,
  {
    field: 'sheet',
    label: { zh: '工作表', en: 'Sheet' },
    type: 'text',
    group: 'advanced',
    describe: { zh: '用于 XLSX；留空读取第一个。', en: 'For XLSX; empty reads the first one.' },
  },
  {
    field: 'with_file',
    label: { zh: '附加文件名和修改时间', en: 'Add name and time of the file' },
    type: 'switch',
    default: false,
    describe: {
      zh: '增加字段 _file 和 _modified；读取文件夹时，可按 _modified 增量读取。',
      en: 'Adds the fields _file and _modified; a folder can be read incrementally by _modified.',
    },
  },
]

const markerParam: ParamInput = {
  field: 'ready_marker',
  label: { zh: '完成标记', en: 'Marker of finished files' },
  type: 'text',
  group: 'advanced',
  placeholder: '.done',
  pattern: '^[^/\\\\\\u0000-\\u001f]{1,40}$',
  describe: {
    zh: '填写后，只读取旁边有标记文件的文件：a.csv 要等到 a.csv.done 出现。',
    en: 'Where given, only files with a marker beside them are read: a.csv waits until there is a.csv.done.',
  },
}

/** How folders are read whose files may be met while they are being written. */
export const readyParams: ParamInput[] = [
  {
    field: 'settle_seconds',
    label: { zh: '文件静止的秒数', en: 'Seconds a file stands still' },
    type: 'number',
    default: 5,
    min: 0,
    max: 600,
    group: 'advanced',
    describe: {
      zh: '最近一天内改动过的文件，要在这段时间内大小和修改时间都不变才读取；仍在写入的记为拒绝的行，下次再读。',
      en: 'A file that changed within the last day is read once size and time stay the same so long; one that is still being written is a rejected row, and is read next time.',
    },
  },
  markerParam,
]

/** Objects appear whole, so they need not stand still. */
export const remoteObjectParams: ParamInput[] = [markerParam]

/** What files of a far system are made. */
export const remoteTargetParams: ParamInput[] = [
  ...fileTargetParams({
    zh: '不含扩展名；每一批写一个新文件，名称后附写入时间。',
    en: 'Without an ending; each batch becomes a new file, with the time after the name.',
  }),
  {
    field: 'folder',
    label: { zh: '文件夹', en: 'Folder' },
    type: 'text',
    placeholder: 'outgoing',
    pattern: '^(?!.*(^|/)\\.{1,2}(/|$))[^/\\\\\\u0000-\\u001f][^\\\\\\u0000-\\u001f]{0,200}$',
    describe: {
      zh: '位于连接器的位置之下；留空则直接写在该位置。',
      en: 'Beneath the place of the connector; empty writes into that place itself.',
    },
  },
]

/** As `parseParams` leaves them. */
export const RemoteSourceOptions = SourceOptions.extend({
  sheet: z.string().nullish(),
  with_file: z.boolean(),
  settle_seconds: z.number().nullish(),
  ready_marker: z.string().nullish(),
})
export type RemoteSourceOptions = z.output<typeof RemoteSourceOptions>
export const RemoteTargetOptions = TargetOptions.extend({ folder: z.string().nullish() })
export type RemoteTargetOptions = z.output<typeof RemoteTargetOptions>
