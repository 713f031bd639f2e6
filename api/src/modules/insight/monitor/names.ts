import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    save: { zh: '设定方案目标', en: 'Set the objective of a strategy', pt: 'Definir o objetivo de uma estratégia' },
    remove: {
      zh: '取消方案目标',
      en: 'Remove the objective of a strategy',
      pt: 'Remover o objetivo de uma estratégia',
    },
    export: { zh: '导出方案目标', en: 'Export objectives', pt: 'Exportar objetivos' },
  },
  objects: {
    objective: { zh: '方案目标', en: 'Objective', pt: 'Objetivo' },
  },
}
