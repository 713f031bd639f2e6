import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    website: { zh: '网站属性', en: 'Website', pt: 'Site' },
  },
  actions: {
    save: { zh: '修改网站属性', en: 'Change website attributes', pt: 'Alterar atributos do site' },
  },
  objects: {
    website: { zh: '网站属性', en: 'Website', pt: 'Site' },
  },
}
