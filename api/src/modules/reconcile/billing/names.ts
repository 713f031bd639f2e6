import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    reclassify: { zh: '改变账单行的核算项', en: 'Reclassify bill lines', pt: 'Reclassificar linhas' },
    ignore: { zh: '忽略账单行', en: 'Ignore bill lines', pt: 'Ignorar linhas' },
    restore: { zh: '恢复账单行', en: 'Open bill lines again', pt: 'Reabrir linhas' },
  },
  objects: {
    billLine: { zh: '账单行', en: 'Bill line', pt: 'Linha do extrato' },
  },
}
