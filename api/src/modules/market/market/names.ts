import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    open: { zh: '按分享码打开方案包', en: 'Open a package by its share code', pt: 'Abrir um pacote pelo código' },
    upload: { zh: '上传方案包', en: 'Bring a package as a file', pt: 'Enviar um pacote' },
    discard: { zh: '移除上传的方案包', en: 'Forget an uploaded package', pt: 'Descartar um pacote enviado' },
    say: { zh: '评价方案包', en: 'Review a package', pt: 'Avaliar um pacote' },
    addCollection: { zh: '新建市场专题', en: 'Make a collection of the market', pt: 'Criar uma coleção do mercado' },
    saveCollection: {
      zh: '修改市场专题',
      en: 'Change a collection of the market',
      pt: 'Alterar uma coleção do mercado',
    },
    removeCollection: {
      zh: '删除市场专题',
      en: 'Delete a collection of the market',
      pt: 'Excluir uma coleção do mercado',
    },
  },
  objects: {
    collection: { zh: '市场专题', en: 'Collection of the market', pt: 'Coleção do mercado' },
  },
  permissions: {
    market: { zh: '集成市场', en: 'Market', pt: 'Mercado' },
  },
}
