import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'mail.several': { zh: '{value} 条新通知', en: '{value} new notices', pt: '{value} novos avisos' },
  'mail.intro': {
    zh: '租户“{value}”有新通知：',
    en: 'New in the tenant "{value}":',
    pt: 'Novidades no locatário "{value}":',
  },
  'mail.open': { zh: '在控制台中查看', en: 'Open in the console', pt: 'Abrir no console' },
  'mail.why': {
    zh: '你在通知设置中为这些通知开启了邮件，可以随时关闭：',
    en: 'You switched e-mail on for these notices in your settings, and can switch it off there:',
    pt: 'Você ativou o e-mail para estes avisos nas suas configurações e pode desativá-lo lá:',
  },
  'mail.testSubject': { zh: '测试邮件', en: 'Test mail', pt: 'E-mail de teste' },
  'mail.test': {
    zh: '邮件可以送达。你的通知会发到这个地址。',
    en: 'Mails arrive. Your notices will come to this address.',
    pt: 'Os e-mails chegam. Seus avisos virão para este endereço.',
  },
  'mail.codeSubject': { zh: '邮箱验证码', en: 'Confirm your e-mail address', pt: 'Confirme o seu e-mail' },
  'mail.code': {
    zh: '验证码：{value}，15 分钟内有效。如果不是你本人操作，请忽略这封邮件。',
    en: 'The code is {value} and counts for 15 minutes. If you did not ask for it, ignore this mail.',
    pt: 'O código é {value} e vale por 15 minutos. Se você não o pediu, ignore esta mensagem.',
  },
  'mail.movedSubject': {
    zh: '账号邮箱已更改',
    en: 'The e-mail address of your account was changed',
    pt: 'O e-mail da sua conta foi alterado',
  },
  'mail.moved': {
    zh: '账号 {value} 的邮箱已从此地址改为其他地址。如果不是你本人操作，请立即修改密码并联系管理员。',
    en: 'The account {value} has left this address. If this was not you, change the password at once and tell your administrator.',
    pt: 'A conta {value} deixou este endereço. Se não foi você, troque a senha imediatamente e avise o administrador.',
  },
} as const satisfies Messages
