import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    storage: { zh: '存储', en: 'Storage', pt: 'Armazenamento' },
  },
  actions: {
    keep: { zh: '修改默认保留期', en: 'Change the default retention', pt: 'Alterar a retenção padrão' },
    keepStrategy: {
      zh: '修改方案保留期',
      en: 'Change the retention of a strategy',
      pt: 'Alterar a retenção de uma estratégia',
    },
    cleanUp: { zh: '清理数据', en: 'Clean up data', pt: 'Limpar dados' },
    archive: { zh: '归档数据', en: 'Archive data', pt: 'Arquivar dados' },
    download: { zh: '下载归档', en: 'Download an archive', pt: 'Baixar um arquivamento' },
    restore: { zh: '恢复归档', en: 'Restore an archive', pt: 'Restaurar um arquivamento' },
    cancel: { zh: '取消存储任务', en: 'Cancel a storage job', pt: 'Cancelar uma tarefa de armazenamento' },
  },
  objects: {
    archive: { zh: '归档', en: 'Archive', pt: 'Arquivamento' },
    storage: { zh: '存储', en: 'Storage', pt: 'Armazenamento' },
  },
}
