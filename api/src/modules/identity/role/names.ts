import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    role: { zh: '角色', en: 'Roles', pt: 'Perfis de acesso' },
  },
  actions: {
    create: { zh: '新建角色', en: 'Create a role', pt: 'Criar um perfil de acesso' },
    update: { zh: '修改角色', en: 'Change a role', pt: 'Alterar um perfil de acesso' },
    delete: { zh: '删除角色', en: 'Delete a role', pt: 'Excluir um perfil de acesso' },
  },
  objects: {
    role: { zh: '角色', en: 'Role', pt: 'Perfil de acesso' },
  },
}
