import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  objects: {
    tenant: { zh: '租户', en: 'Tenant', pt: 'Locatário' },
  },
}
