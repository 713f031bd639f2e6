import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    mapping: { zh: '静态映射', en: 'Static mapping', pt: 'Mapeamento estático' },
  },
  actions: {
    create: { zh: '新建静态映射', en: 'Create a value map', pt: 'Criar um mapa de valores' },
    update: { zh: '修改静态映射', en: 'Change a value map', pt: 'Alterar um mapa de valores' },
    delete: { zh: '删除静态映射', en: 'Delete a value map', pt: 'Excluir um mapa de valores' },
    copy: { zh: '复制静态映射', en: 'Copy a value map', pt: 'Copiar um mapa de valores' },
    saveLines: { zh: '修改映射行', en: 'Change lines of a value map', pt: 'Alterar linhas de um mapa de valores' },
    import: { zh: '导入映射行', en: 'Import lines of a value map', pt: 'Importar linhas de um mapa de valores' },
    export: { zh: '导出映射行', en: 'Export lines of a value map', pt: 'Exportar linhas de um mapa de valores' },
    complete: { zh: '补全未映射值', en: 'Complete unmapped values', pt: 'Completar valores sem correspondência' },
    reprocessMisses: {
      zh: '重新处理已有对照行的数据',
      en: 'Process records of matched values again',
      pt: 'Reprocessar registros de valores com linha',
    },
    ignoreMisses: { zh: '忽略未映射值', en: 'Ignore unmapped values', pt: 'Ignorar valores sem correspondência' },
  },
  objects: {
    mapping: { zh: '静态映射', en: 'Value map', pt: 'Mapa de valores' },
  },
}
