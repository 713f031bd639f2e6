import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    connector: { zh: '连接器', en: 'Connectors', pt: 'Conectores' },
  },
  actions: {
    create: { zh: '新建连接器', en: 'Create a connector', pt: 'Criar um conector' },
    update: { zh: '修改连接器', en: 'Change a connector', pt: 'Alterar um conector' },
    delete: { zh: '删除连接器', en: 'Delete a connector', pt: 'Excluir um conector' },
    createResource: { zh: '在目标建表', en: 'Create a table at the target', pt: 'Criar uma tabela no destino' },
  },
  objects: {
    connector: { zh: '连接器', en: 'Connector', pt: 'Conector' },
  },
}
