import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.process': {
    zh: '进程池不存在',
    en: 'There is no such process pool.',
    pt: 'Este pool de processos não existe.',
  },
  'conflict.defaultPool': {
    zh: '默认进程池不能删除',
    en: 'The default pool cannot be deleted.',
    pt: 'O pool padrão não pode ser excluído.',
  },
  'conflict.poolInUse': {
    zh: '进程池仍绑定 {value} 个方案或有未完成的运行，请先移走',
    en: 'The pool still has {value} strategies or runs that have not ended. Move them first.',
    pt: 'O pool ainda tem {value} estratégias ou execuções não terminadas. Mova-as primeiro.',
  },
  'invalid.label': {
    zh: '标签“{value}”属于其他租户的机器',
    en: 'The label "{value}" names machines of another tenant.',
    pt: 'O rótulo "{value}" pertence a máquinas de outro locatário.',
  },
  'warning.poolOffline': {
    zh: '没有在线进程服务标签“{value}”，任务将等待其上线',
    en: 'No living process serves the label "{value}"; runs wait until one does.',
    pt: 'Nenhum processo ativo serve o rótulo "{value}"; as execuções aguardam até que um o faça.',
  },
  'warning.poolClosed': {
    zh: '该进程池当前不接任务，恢复后继续',
    en: 'This pool takes no runs now; they wait until it resumes.',
    pt: 'Este pool não aceita execuções agora; elas aguardam até que ele seja retomado.',
  },
} as const satisfies Messages
