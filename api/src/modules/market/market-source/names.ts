import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    switch: { zh: '开关对外市场索引', en: 'Let others follow the market', pt: 'Permitir que sigam o mercado' },
    renewKey: { zh: '更换市场签名密钥', en: 'Change the key of the market', pt: 'Trocar a chave do mercado' },
    export: { zh: '导出市场文件', en: 'Write the market to a file', pt: 'Exportar o mercado' },
    add: { zh: '添加市场来源', en: 'Follow a market', pt: 'Seguir um mercado' },
    save: { zh: '修改市场来源', en: 'Change a followed market', pt: 'Alterar um mercado seguido' },
    look: { zh: '同步市场来源', en: 'Look into a followed market', pt: 'Consultar um mercado seguido' },
    import: { zh: '导入市场文件', en: 'Bring a market as a file', pt: 'Importar um mercado' },
    remove: { zh: '删除市场来源', en: 'Follow a market no longer', pt: 'Deixar de seguir um mercado' },
  },
  objects: {
    marketSource: { zh: '市场来源', en: 'Followed market', pt: 'Mercado seguido' },
    marketFeed: { zh: '对外市场索引', en: 'Market for others', pt: 'Mercado para outros' },
  },
  permissions: {},
}
