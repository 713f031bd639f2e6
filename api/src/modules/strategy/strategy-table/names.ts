import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出数据表', en: 'Export a table of records', pt: 'Exportar uma tabela de registros' },
    share: { zh: '分享数据表', en: 'Share a table of records', pt: 'Compartilhar uma tabela de registros' },
    revoke: { zh: '停用数据表的分享链接', en: 'End a link to a table', pt: 'Encerrar um link de tabela' },
  },
  objects: {
    tableShare: { zh: '数据表的分享链接', en: 'Link to a table', pt: 'Link de tabela' },
  },
}
