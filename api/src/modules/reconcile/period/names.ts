import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    close: { zh: '关账', en: 'Close a month', pt: 'Fechar um mês' },
    reopen: { zh: '反关账', en: 'Open a month again', pt: 'Reabrir um mês' },
    archive: { zh: '归档月份', en: 'Archive a month', pt: 'Arquivar um mês' },
    restore: { zh: '恢复归档月份', en: 'Restore a month', pt: 'Restaurar um mês' },
    cancel: { zh: '取消关账任务', en: 'Cancel work on a month', pt: 'Cancelar o trabalho de um mês' },
    download: { zh: '下载月份归档', en: 'Download the archive of a month', pt: 'Baixar o arquivo de um mês' },
  },
  objects: {
    reconPeriod: { zh: '账期', en: 'Month of an account', pt: 'Mês de uma conta' },
  },
}
