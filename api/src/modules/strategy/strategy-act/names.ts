import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    act: { zh: '触发方案动作', en: 'Have a strategy do something', pt: 'Fazer uma estratégia agir' },
    toApi: {
      zh: '方案存为 API 资产',
      en: 'Keep an interface of a strategy as an API asset',
      pt: 'Guardar uma interface de uma estratégia como ativo de API',
    },
  },
}
