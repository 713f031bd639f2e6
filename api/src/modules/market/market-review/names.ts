import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    approve: { zh: '通过方案包上架', en: 'Let a package into the market', pt: 'Aprovar um pacote para o mercado' },
    refuse: {
      zh: '拒绝或下架市场方案包',
      en: 'Keep a package out of the market',
      pt: 'Recusar um pacote no mercado',
    },
  },
  objects: {},
  permissions: {
    review: { zh: '市场管理', en: 'Running the market', pt: 'Gestão do mercado' },
  },
}
