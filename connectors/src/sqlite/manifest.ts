import { defineManifest } from '@sluice/connector-kit'
import { checkpointParam, sqlSourceParams } from '@sluice/connector-kit/sql'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'sqlite',
  name: { zh: 'SQLite 文件', en: 'SQLite file' },
  group: 'database',
  describe: {
    zh: '读取上传的或目录中的 SQLite 数据库；写入目录中的数据库。',
    en: 'Reads SQLite databases that were uploaded or lie in a directory; writes those in a directory.',
  },
  icon: { text: 'Sl', color: '#0F80CC' },
  roles: ['source', 'target'],
  takesStatements: true,
  params: [
    {
      field: 'place',
      label: { zh: '位置', en: 'Place' },
      type: 'select',
      is_required: true,
      default: 'upload',
      options: [
        { value: 'upload', label: { zh: '上传的文件（只读）', en: 'Uploaded file (read only)' } },
        { value: 'directory', label: { zh: '服务器目录', en: 'Directory on the server' } },
      ],
      describe: { zh: '目录须由运维人员开放。', en: 'A directory must have been opened by the operator.' },
    },
    {
      field: 'file',
      label: { zh: '数据库文件', en: 'Database file' },
      type: 'file',
      is_required: true,
      when: { field: 'place', in: ['upload'] },
      describe: { zh: '完整的 SQLite 数据库文件。', en: 'A whole SQLite database file.' },
    },
    {
      field: 'directory',
      label: { zh: '目录', en: 'Directory' },
      type: 'text',
      is_required: true,
      when: { field: 'place', in: ['directory'] },
      describe: { zh: '运维人员开放的目录的绝对路径。', en: 'Absolute path of a directory the operator has opened.' },
    },
    {
      field: 'name',
      label: { zh: '文件名', en: 'File name' },
      type: 'text',
      is_required: true,
      pattern: '^[^/\\\\\\u0000]+$',
      when: { field: 'place', in: ['directory'] },
      describe: { zh: '目录中的文件名，不含路径。', en: 'Name of the file in the directory, without a path.' },
    },
  ],
  sourceParams: sqlSourceParams,
  targetParams: [checkpointParam],
})

/** The parameters as `parseParams` leaves them. */
export const Params = z.union([
  z.object({ place: z.literal('upload'), file: z.string() }),
  z.object({ place: z.literal('directory'), directory: z.string(), name: z.string() }),
])
export type Params = z.output<typeof Params>
