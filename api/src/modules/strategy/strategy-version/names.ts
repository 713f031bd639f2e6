import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    restore: {
      zh: '恢复方案版本',
      en: 'Restore a version of a strategy',
      pt: 'Restaurar uma versão de uma estratégia',
    },
  },
}
