import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出个人数据', en: 'Export the data of a person', pt: 'Exportar os dados de uma pessoa' },
    erase: { zh: '清除个人数据', en: 'Erase a person', pt: 'Apagar uma pessoa' },
  },
}
