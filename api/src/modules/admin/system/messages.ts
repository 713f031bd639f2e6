import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.logRetention': {
    zh: '操作日志至少保留 {value} 天，只能清理更早的记录',
    en: 'The operation log is kept for {value} days at least. Choose an earlier day.',
    pt: 'O log de operações é mantido por no mínimo {value} dias. Escolha um dia anterior.',
  },
  'invalid.oldPassword': { zh: '原密码错误', en: 'The old password is wrong.', pt: 'A senha atual está incorreta.' },
} as const satisfies Messages
