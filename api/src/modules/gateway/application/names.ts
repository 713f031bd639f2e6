import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出网关应用', en: 'Export applications', pt: 'Exportar aplicativos' },
    create: { zh: '新建网关应用', en: 'Create an application', pt: 'Criar um aplicativo' },
    update: { zh: '修改网关应用', en: 'Change an application', pt: 'Alterar um aplicativo' },
    setVersionDates: {
      zh: '设置接口版本的弃用与下线时间',
      en: 'Set when a version of an API ends',
      pt: 'Definir quando uma versão de API termina',
    },
    setEnabled: { zh: '启停网关应用', en: 'Enable or disable an application', pt: 'Ativar ou desativar um aplicativo' },
    rotateSecret: {
      zh: '重置应用密钥',
      en: 'Replace the secret of an application',
      pt: 'Trocar o segredo de um aplicativo',
    },
    setCertificates: {
      zh: '设置应用的客户端证书',
      en: 'Set the client certificates of an application',
      pt: 'Definir os certificados de cliente de um aplicativo',
    },
    endTokens: {
      zh: '吊销应用令牌',
      en: 'End the tokens of an application',
      pt: 'Encerrar os tokens de um aplicativo',
    },
    delete: { zh: '删除网关应用', en: 'Delete an application', pt: 'Excluir um aplicativo' },
  },
  objects: {
    gatewayApplication: { zh: '网关应用', en: 'Gateway application', pt: 'Aplicativo do gateway' },
  },
  permissions: {
    gateway: { zh: 'API 网关', en: 'API gateway', pt: 'Gateway de APIs' },
  },
}
