import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    asset: { zh: 'API 资产', en: 'API assets', pt: 'Ativos de API' },
  },
  actions: {
    create: { zh: '新建 API 资产', en: 'Create an API asset', pt: 'Criar um ativo de API' },
    update: { zh: '修改 API 资产', en: 'Change an API asset', pt: 'Alterar um ativo de API' },
    publish: { zh: '发布 API 资产', en: 'Publish an API asset', pt: 'Publicar um ativo de API' },
    stop: { zh: '停用 API 资产', en: 'Stop an API asset', pt: 'Parar um ativo de API' },
    copy: { zh: '复制 API 资产', en: 'Copy an API asset', pt: 'Copiar um ativo de API' },
    delete: { zh: '删除 API 资产', en: 'Delete an API asset', pt: 'Excluir um ativo de API' },
    move: { zh: '移动 API 资产', en: 'Move API assets', pt: 'Mover ativos de API' },
    restore: {
      zh: '恢复 API 资产版本',
      en: 'Restore a version of an API asset',
      pt: 'Restaurar uma versão de um ativo de API',
    },
    import: { zh: '导入 API 资产', en: 'Import API assets', pt: 'Importar ativos de API' },
    export: { zh: '导出 API 资产', en: 'Export API assets', pt: 'Exportar ativos de API' },
    try: { zh: '试调 API 资产', en: 'Try an API asset', pt: 'Testar um ativo de API' },
  },
  objects: {
    asset: { zh: 'API 资产', en: 'API asset', pt: 'Ativo de API' },
  },
}
