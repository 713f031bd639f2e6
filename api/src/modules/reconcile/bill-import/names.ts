import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    upload: { zh: '上传账单', en: 'Upload a bill', pt: 'Enviar um extrato' },
    load: { zh: '导入账单', en: 'Load a bill', pt: 'Importar um extrato' },
    revert: { zh: '撤销账单导入', en: 'Take a bill back', pt: 'Desfazer a importação de um extrato' },
    cancel: {
      zh: '取消账单读取或导入',
      en: 'Cancel reading or loading a bill',
      pt: 'Cancelar a leitura ou importação de um extrato',
    },
    unlock: { zh: '打开加密的账单', en: 'Open a locked bill', pt: 'Abrir um extrato protegido' },
    saveMapping: { zh: '保存账单列映射', en: 'Save a mapping of columns', pt: 'Salvar um mapeamento de colunas' },
    download: { zh: '下载账单原件', en: 'Download a bill', pt: 'Baixar um extrato' },
  },
  objects: {
    rawFile: { zh: '账单文件', en: 'Bill file', pt: 'Arquivo de extrato' },
  },
}
