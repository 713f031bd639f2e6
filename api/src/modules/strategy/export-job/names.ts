import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '导出方案数据', en: 'Export records in the background', pt: 'Exportar registros em segundo plano' },
    again: { zh: '重新导出方案数据', en: 'Export records anew', pt: 'Exportar registros novamente' },
    cancel: { zh: '取消导出任务', en: 'Cancel an export', pt: 'Cancelar uma exportação' },
    remove: { zh: '删除导出任务', en: 'Remove an export', pt: 'Remover uma exportação' },
    download: { zh: '下载导出文件', en: 'Download an export', pt: 'Baixar uma exportação' },
  },
}
