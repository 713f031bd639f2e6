import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出异常', en: 'Export errors', pt: 'Exportar erros' },
    assign: { zh: '指派异常', en: 'Assign errors', pt: 'Atribuir erros' },
    setStatus: { zh: '修改异常状态', en: 'Change the status of errors', pt: 'Mudar a situação de erros' },
  },
  objects: {
    errorGroup: { zh: '异常', en: 'Group of errors', pt: 'Grupo de erros' },
  },
}
