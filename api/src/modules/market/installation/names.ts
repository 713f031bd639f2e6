import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    platforms: {
      zh: '创建方案包的平台',
      en: 'Make the platforms of a package',
      pt: 'Criar as plataformas de um pacote',
    },
    create: { zh: '安装方案包', en: 'Install a package', pt: 'Instalar um pacote' },
    adjust: { zh: '调整应用', en: 'Adjust an installation', pt: 'Ajustar uma instalação' },
    convert: { zh: '转为集成方案', en: 'Open an installation in the studio', pt: 'Abrir uma instalação no estúdio' },
    upgrade: { zh: '升级应用', en: 'Upgrade an installation', pt: 'Atualizar uma instalação' },
    rollback: { zh: '回退应用', en: 'Roll an installation back', pt: 'Reverter uma instalação' },
    remove: { zh: '卸载应用', en: 'Uninstall a package', pt: 'Desinstalar um pacote' },
  },
  objects: {
    installation: { zh: '应用', en: 'Installation', pt: 'Instalação' },
  },
}
