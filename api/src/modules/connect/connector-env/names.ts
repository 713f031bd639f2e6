import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    save: {
      zh: '修改连接器环境参数',
      en: 'Change the parameters of an environment',
      pt: 'Alterar os parâmetros de um ambiente',
    },
    switch: {
      zh: '切换连接器环境',
      en: 'Switch the environment of a connector',
      pt: 'Trocar o ambiente de um conector',
    },
    restore: {
      zh: '恢复连接器历史版本',
      en: 'Restore a version of a connector',
      pt: 'Restaurar uma versão de um conector',
    },
    copy: { zh: '复制连接器', en: 'Copy a connector', pt: 'Copiar um conector' },
  },
}
