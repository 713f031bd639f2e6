import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    setGate: { zh: '设置发布闸门', en: 'Set the gate of a strategy', pt: 'Definir o portão de uma estratégia' },
    discard: { zh: '放弃草稿', en: 'Discard a draft', pt: 'Descartar um rascunho' },
    publish: { zh: '发布草稿', en: 'Publish a draft', pt: 'Publicar um rascunho' },
    rehearse: { zh: '预演草稿', en: 'Rehearse a draft', pt: 'Ensaiar um rascunho' },
    compare: { zh: '对比已存数据', en: 'Compare stored records', pt: 'Comparar registros armazenados' },
    moveEdition: { zh: '改用新版次', en: 'Move to the newest edition', pt: 'Passar à edição mais nova' },
    cancel: { zh: '取消预演', en: 'Cancel a rehearsal', pt: 'Cancelar um ensaio' },
    accept: { zh: '确认预演结果', en: 'Accept a rehearsal', pt: 'Aceitar um ensaio' },
    startCanary: { zh: '开始灰度', en: 'Begin a canary', pt: 'Iniciar um canário' },
    promoteCanary: { zh: '灰度转正', en: 'Promote a canary', pt: 'Promover um canário' },
    rollBackCanary: { zh: '回退灰度', en: 'Roll a canary back', pt: 'Reverter um canário' },
    replayCanary: {
      zh: '重放灰度失败的数据',
      en: 'Replay what a canary failed',
      pt: 'Reprocessar o que um canário falhou',
    },
    export: { zh: '导出预演差异', en: 'Export differences of a rehearsal', pt: 'Exportar diferenças de um ensaio' },
  },
}
