import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建聚合报表', en: 'Add a report', pt: 'Criar um relatório' },
    update: { zh: '修改聚合报表', en: 'Change a report', pt: 'Alterar um relatório' },
    copy: { zh: '复制聚合报表', en: 'Copy a report', pt: 'Copiar um relatório' },
    remove: { zh: '删除聚合报表', en: 'Delete a report', pt: 'Excluir um relatório' },
    compute: { zh: '计算聚合报表', en: 'Compute a report', pt: 'Calcular um relatório' },
    cancel: {
      zh: '取消计算聚合报表',
      en: 'Cancel the computation of a report',
      pt: 'Cancelar o cálculo de um relatório',
    },
    export: { zh: '导出聚合报表', en: 'Export a report', pt: 'Exportar um relatório' },
  },
  objects: {
    aggregate: { zh: '聚合报表', en: 'Report', pt: 'Relatório' },
  },
}
