import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '存为方案模板', en: 'Keep a strategy as a template', pt: 'Guardar uma estratégia como modelo' },
    update: { zh: '修改方案模板', en: 'Change a strategy template', pt: 'Alterar um modelo de estratégia' },
    remove: { zh: '删除方案模板', en: 'Delete a strategy template', pt: 'Excluir um modelo de estratégia' },
    use: { zh: '使用方案模板', en: 'Use a strategy template', pt: 'Usar um modelo de estratégia' },
  },
  objects: {
    strategyTemplate: { zh: '方案模板', en: 'Strategy template', pt: 'Modelo de estratégia' },
  },
}
