import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    reprocess: { zh: '重新处理数据', en: 'Process records again', pt: 'Processar registros novamente' },
    processAll: {
      zh: '重新处理筛选出的全部数据',
      en: 'Process all filtered records again',
      pt: 'Reprocessar todos os registros filtrados',
    },
    ignore: { zh: '忽略错误数据', en: 'Ignore error data', pt: 'Ignorar dados com erro' },
    confirm: { zh: '确认数据已写入', en: 'Confirm records as written', pt: 'Confirmar registros como gravados' },
    resolve: { zh: '处理结果未知的数据', en: 'Settle unanswered writes', pt: 'Resolver gravações sem resposta' },
    export: { zh: '导出数据', en: 'Export records', pt: 'Exportar registros' },
  },
}
