import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建方案包', en: 'Make a package', pt: 'Criar um pacote' },
    import: { zh: '导入方案包', en: 'Import a package', pt: 'Importar um pacote' },
    replace: {
      zh: '用文件更新方案包',
      en: 'Replace a package by a file',
      pt: 'Substituir um pacote por um arquivo',
    },
    save: { zh: '修改方案包', en: 'Change a package', pt: 'Alterar um pacote' },
    gather: {
      zh: '更新方案包内容',
      en: 'Take strategies over into a package',
      pt: 'Atualizar as estratégias de um pacote',
    },
    lift: {
      zh: '将常量改为参数',
      en: 'Make a constant of a package a parameter',
      pt: 'Tornar uma constante do pacote um parâmetro',
    },
    release: { zh: '发布方案包', en: 'Release a package', pt: 'Publicar um pacote' },
    withdraw: { zh: '下架方案包版本', en: 'Withdraw a release of a package', pt: 'Retirar uma versão de um pacote' },
    file: { zh: '导出方案包文件', en: 'Export a package as a file', pt: 'Exportar um pacote como arquivo' },
    remove: { zh: '删除方案包', en: 'Delete a package', pt: 'Excluir um pacote' },
  },
  objects: {
    package: { zh: '方案包', en: 'Package', pt: 'Pacote' },
  },
  permissions: {
    package: { zh: '方案包', en: 'Packages', pt: 'Pacotes' },
  },
}
