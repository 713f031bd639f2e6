import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    platform: { zh: '软件平台', en: 'Platforms', pt: 'Plataformas' },
  },
  actions: {
    create: { zh: '新建软件平台', en: 'Create a platform', pt: 'Criar uma plataforma' },
    update: { zh: '修改软件平台', en: 'Change a platform', pt: 'Alterar uma plataforma' },
    enable: { zh: '启用软件平台', en: 'Enable a platform', pt: 'Ativar uma plataforma' },
    stop: { zh: '停用软件平台', en: 'Stop a platform', pt: 'Parar uma plataforma' },
    delete: { zh: '删除软件平台', en: 'Delete a platform', pt: 'Excluir uma plataforma' },
  },
  objects: {
    platform: { zh: '软件平台', en: 'Platform', pt: 'Plataforma' },
  },
}
