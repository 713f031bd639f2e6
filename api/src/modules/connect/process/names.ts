import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    process: { zh: '进程池', en: 'Process pools', pt: 'Pools de processos' },
  },
  actions: {
    create: { zh: '新建进程池', en: 'Create a process pool', pt: 'Criar um pool de processos' },
    update: { zh: '修改进程池', en: 'Change a process pool', pt: 'Alterar um pool de processos' },
    delete: { zh: '删除进程池', en: 'Delete a process pool', pt: 'Excluir um pool de processos' },
    drain: { zh: '排空进程池', en: 'Drain a process pool', pt: 'Drenar um pool de processos' },
    stop: { zh: '停止进程池', en: 'Stop a process pool', pt: 'Parar um pool de processos' },
    resume: { zh: '恢复进程池', en: 'Resume a process pool', pt: 'Retomar um pool de processos' },
    clearQueue: { zh: '清空队列', en: 'Clear the queue', pt: 'Esvaziar a fila' },
    move: { zh: '移动方案到进程池', en: 'Move strategies to a pool', pt: 'Mover estratégias para um pool' },
    change: { zh: '更换方案的进程池', en: 'Change the pool of a strategy', pt: 'Alterar o pool de uma estratégia' },
    changeByGet: {
      zh: '更换方案的进程池',
      en: 'Change the pool of a strategy',
      pt: 'Alterar o pool de uma estratégia',
    },
  },
  objects: {
    process: { zh: '进程池', en: 'Process pool', pt: 'Pool de processos' },
  },
}
