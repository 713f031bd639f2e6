import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '注册租户', en: 'Register a tenant', pt: 'Cadastrar um locatário' },
  },
}
