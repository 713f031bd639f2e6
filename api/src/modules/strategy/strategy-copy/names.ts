import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    batch: { zh: '批量复制方案', en: 'Copy several strategies', pt: 'Copiar várias estratégias' },
    one: { zh: '复制方案', en: 'Copy a strategy', pt: 'Copiar uma estratégia' },
    quote: { zh: '引用方案新建', en: 'Create a strategy by quote', pt: 'Criar uma estratégia por citação' },
    import: { zh: '导入方案', en: 'Import strategies', pt: 'Importar estratégias' },
  },
}
