import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    begin: {
      zh: '发起连接器授权',
      en: 'Begin to grant access to a connector',
      pt: 'Começar a conceder acesso a um conector',
    },
    finish: { zh: '完成连接器授权', en: 'Grant access to a connector', pt: 'Conceder acesso a um conector' },
  },
}
