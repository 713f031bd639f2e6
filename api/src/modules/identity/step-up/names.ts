import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    prove: { zh: '再次验证身份', en: 'Show again who one is', pt: 'Comprovar de novo a identidade' },
    beginSso: {
      zh: '开始用单点登录验证身份',
      en: 'Begin to show who one is by single sign-on',
      pt: 'Iniciar a comprovação de identidade por login único',
    },
    completeSso: {
      zh: '用单点登录验证身份',
      en: 'Show who one is by single sign-on',
      pt: 'Comprovar a identidade por login único',
    },
  },
}
