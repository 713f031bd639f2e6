import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出大屏列表', en: 'Export the list of dashboards', pt: 'Exportar a lista de painéis' },
    create: { zh: '新建大屏', en: 'Create a dashboard', pt: 'Criar um painel' },
    import: { zh: '导入大屏', en: 'Import a dashboard', pt: 'Importar um painel' },
    update: { zh: '修改大屏', en: 'Change a dashboard', pt: 'Alterar um painel' },
    rename: { zh: '重命名大屏', en: 'Rename a dashboard', pt: 'Renomear um painel' },
    restore: { zh: '恢复大屏的版本', en: 'Restore a version of a dashboard', pt: 'Restaurar uma versão de painel' },
    copy: { zh: '复制大屏', en: 'Copy a dashboard', pt: 'Copiar um painel' },
    delete: { zh: '删除大屏', en: 'Delete a dashboard', pt: 'Excluir um painel' },
    share: { zh: '分享大屏', en: 'Share a dashboard', pt: 'Compartilhar um painel' },
    revoke: { zh: '停用大屏的分享链接', en: 'End a link to a dashboard', pt: 'Encerrar um link de painel' },
    document: { zh: '导出大屏', en: 'Export a dashboard', pt: 'Exportar um painel' },
  },
  objects: {
    dashboardShare: { zh: '大屏的分享链接', en: 'Link to a dashboard', pt: 'Link de painel' },
    dashboard: { zh: '数据大屏', en: 'Dashboard', pt: 'Painel' },
  },
  permissions: {
    digraph: { zh: '数据大屏', en: 'Dashboards', pt: 'Painéis' },
  },
}
