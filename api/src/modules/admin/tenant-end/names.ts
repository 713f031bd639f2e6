import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    tenant: { zh: '租户数据', en: 'Tenant data', pt: 'Dados do locatário' },
  },
  actions: {
    createExport: { zh: '导出整个租户', en: 'Export the whole tenant', pt: 'Exportar o locatário inteiro' },
    cancelExport: {
      zh: '取消租户导出',
      en: 'Cancel an export of the tenant',
      pt: 'Cancelar uma exportação do locatário',
    },
    downloadExport: {
      zh: '下载租户导出文件',
      en: 'Download an export of the tenant',
      pt: 'Baixar uma exportação do locatário',
    },
    ask: { zh: '申请注销租户', en: 'Ask for the end of the tenant', pt: 'Pedir o encerramento do locatário' },
    withdraw: { zh: '撤回注销租户', en: 'Take the end of the tenant back', pt: 'Desfazer o encerramento do locatário' },
  },
}
