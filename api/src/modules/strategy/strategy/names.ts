import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    strategy: { zh: '集成方案', en: 'Strategies', pt: 'Estratégias' },
  },
  opens: {
    'strategy:script': {
      zh: '编写方案的脚本',
      en: 'Write scripts of strategies',
      pt: 'Escrever scripts de estratégias',
    },
  },
  actions: {
    create: { zh: '新建方案', en: 'Create a strategy', pt: 'Criar uma estratégia' },
    export: { zh: '导出方案列表', en: 'Export the strategy list', pt: 'Exportar a lista de estratégias' },
    update: { zh: '修改方案', en: 'Change a strategy', pt: 'Alterar uma estratégia' },
    rename: { zh: '重命名方案', en: 'Rename a strategy', pt: 'Renomear uma estratégia' },
    updateSource: {
      zh: '修改方案源端',
      en: 'Change the source of a strategy',
      pt: 'Alterar a origem de uma estratégia',
    },
    updateTarget: {
      zh: '修改方案目标端',
      en: 'Change the target of a strategy',
      pt: 'Alterar o destino de uma estratégia',
    },
    start: { zh: '启动方案', en: 'Start a strategy', pt: 'Iniciar uma estratégia' },
    startByGet: { zh: '启动方案', en: 'Start a strategy', pt: 'Iniciar uma estratégia' },
    stop: { zh: '停止方案', en: 'Stop a strategy', pt: 'Parar uma estratégia' },
    stopByGet: { zh: '停止方案', en: 'Stop a strategy', pt: 'Parar uma estratégia' },
    pause: { zh: '暂停调度', en: 'Pause scheduling', pt: 'Pausar a agenda' },
    resume: { zh: '恢复调度', en: 'Resume scheduling', pt: 'Retomar a agenda' },
    runNow: { zh: '立即运行方案', en: 'Run a strategy now', pt: 'Executar uma estratégia agora' },
    batchStart: { zh: '批量启动方案', en: 'Start several strategies', pt: 'Iniciar várias estratégias' },
    batchStop: { zh: '批量停止方案', en: 'Stop several strategies', pt: 'Parar várias estratégias' },
    batchBasic: { zh: '批量修改方案', en: 'Edit several strategies', pt: 'Alterar várias estratégias' },
    batchDelete: { zh: '批量删除方案', en: 'Delete several strategies', pt: 'Excluir várias estratégias' },
  },
  objects: {
    strategy: { zh: '集成方案', en: 'Strategy', pt: 'Estratégia' },
  },
}
