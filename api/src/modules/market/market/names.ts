import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    open: { zh: '按分享码打开方案包', en: 'Open a package by its share code', pt: 'Abrir um pacote pelo código' },
    upload: { zh: '上传方案包', en: 'Bring a package as a file', pt: 'Enviar um pacote' },
    discard: { zh: '移除上传的方案包', en: 'Forget an uploaded package', pt: 'Descartar um pacote enviado' },
    say: { zh: '评价方案包', en: 'Review a package', pt: 'Avaliar um pacote' },
  },
  objects: {},
  permissions: {
    market: { zh: '集成市场', en: 'Market', pt: 'Mercado' },
  },
}
