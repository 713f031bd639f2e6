import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '修复并重放', en: 'Fix and replay', pt: 'Corrigir e reprocessar' },
    cancel: { zh: '取消重放', en: 'Cancel a replay', pt: 'Cancelar um reprocessamento' },
  },
}
