import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    upload: { zh: '上传文件', en: 'Upload a file', pt: 'Enviar um arquivo' },
    download: { zh: '下载文件', en: 'Download a file', pt: 'Baixar um arquivo' },
    delete: { zh: '删除文件', en: 'Delete a file', pt: 'Excluir um arquivo' },
  },
  objects: {
    file: { zh: '文件', en: 'File', pt: 'Arquivo' },
  },
}
