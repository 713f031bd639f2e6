import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建适配器', en: 'Create an adapter', pt: 'Criar um adaptador' },
    update: { zh: '修改适配器', en: 'Change an adapter', pt: 'Alterar um adaptador' },
    publish: { zh: '发布适配器', en: 'Publish an adapter', pt: 'Publicar um adaptador' },
    stop: { zh: '停用适配器', en: 'Stop an adapter', pt: 'Parar um adaptador' },
    copy: { zh: '复制适配器', en: 'Copy an adapter', pt: 'Copiar um adaptador' },
    delete: { zh: '删除适配器', en: 'Delete an adapter', pt: 'Excluir um adaptador' },
    restore: {
      zh: '恢复适配器版本',
      en: 'Restore a version of an adapter',
      pt: 'Restaurar uma versão de um adaptador',
    },
    export: { zh: '导出适配器', en: 'Export adapters', pt: 'Exportar adaptadores' },
    import: { zh: '导入适配器', en: 'Import adapters', pt: 'Importar adaptadores' },
    tryStatement: { zh: '试运行 SQL 适配器', en: 'Try an SQL adapter', pt: 'Experimentar um adaptador SQL' },
    try: { zh: '试运行适配器', en: 'Try an adapter', pt: 'Testar um adaptador' },
  },
  objects: {
    adapter: { zh: '适配器', en: 'Adapter', pt: 'Adaptador' },
  },
}
