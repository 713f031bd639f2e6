import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    log: { zh: '操作日志', en: 'Operation log', pt: 'Log de operações' },
  },
  actions: {
    setPassword: { zh: '设置密码', en: 'Set a password', pt: 'Definir uma senha' },
    exportLog: { zh: '导出操作日志', en: 'Export the operation log', pt: 'Exportar o log de operações' },
    deleteLog: { zh: '清理操作日志', en: 'Delete old log rows', pt: 'Excluir linhas antigas do log' },
  },
  objects: {
    log: { zh: '操作日志', en: 'Operation log', pt: 'Log de operações' },
  },
}
