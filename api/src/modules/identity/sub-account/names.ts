import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    user: { zh: '子账号', en: 'Sub-accounts', pt: 'Subcontas' },
  },
  actions: {
    update: { zh: '修改子账号', en: 'Change a sub-account', pt: 'Alterar uma subconta' },
    save: { zh: '保存子账号', en: 'Save a sub-account', pt: 'Salvar uma subconta' },
    assignRole: { zh: '分配角色', en: 'Assign a role', pt: 'Atribuir um perfil de acesso' },
    enable: { zh: '启用子账号', en: 'Enable a sub-account', pt: 'Ativar uma subconta' },
    disable: { zh: '停用子账号', en: 'Disable a sub-account', pt: 'Desativar uma subconta' },
    signOut: { zh: '强制下线', en: 'Sign a person out', pt: 'Encerrar a sessão de uma pessoa' },
    resetPassword: { zh: '重置密码', en: 'Reset a password', pt: 'Redefinir uma senha' },
    destroy: { zh: '删除子账号', en: 'Delete a sub-account', pt: 'Excluir uma subconta' },
    destroyByGet: { zh: '删除子账号', en: 'Delete a sub-account', pt: 'Excluir uma subconta' },
    import: { zh: '导入子账号', en: 'Import sub-accounts', pt: 'Importar subcontas' },
    export: { zh: '导出子账号', en: 'Export sub-accounts', pt: 'Exportar subcontas' },
  },
  objects: {
    user: { zh: '用户', en: 'User', pt: 'Usuário' },
  },
}
