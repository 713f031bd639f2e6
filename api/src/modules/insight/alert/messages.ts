import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.alertChannel': {
    zh: '告警通道不存在',
    en: 'There is no such alert channel.',
    pt: 'Esse canal de alerta não existe.',
  },
  'notFound.alertRule': {
    zh: '告警规则不存在',
    en: 'There is no such alert rule.',
    pt: 'Essa regra de alerta não existe.',
  },
  'notFound.delivery': { zh: '发送记录不存在', en: 'There is no such message.', pt: 'Essa mensagem não existe.' },
  'conflict.alertChannel': {
    zh: '有 {value} 条规则在使用此通道，请先改用其他通道',
    en: '{value} rules send to this channel. Let them use another one first.',
    pt: '{value} regras enviam para este canal. Faça-as usar outro primeiro.',
  },
  'invalid.alertToken': {
    zh: '请填写机器人的 Webhook 地址或其中的令牌',
    en: 'Enter the address of the robot’s webhook, or the token in it.',
    pt: 'Informe o endereço do webhook do robô ou o token contido nele.',
  },
  'invalid.alertAddress': {
    zh: '请至少填写一个邮箱地址',
    en: 'Enter at least one e-mail address.',
    pt: 'Informe pelo menos um endereço de e-mail.',
  },
  'invalid.alertUrl': {
    zh: '请填写以 http:// 或 https:// 开头、不含用户名和密码的地址',
    en: 'Enter an address that begins with http:// or https:// and holds no user and password.',
    pt: 'Informe um endereço que comece com http:// ou https:// e não contenha usuário e senha.',
  },
  'invalid.timeZone': {
    zh: '没有这个时区：{value}',
    en: 'There is no such time zone: {value}',
    pt: 'Esse fuso horário não existe: {value}',
  },
  'invalid.quiet': {
    zh: '免打扰时段不能覆盖整周；不需要发送时请停用通道',
    en: 'Quiet hours cannot cover the whole week. Switch the channel off instead.',
    pt: 'O horário de silêncio não pode cobrir a semana inteira. Desative o canal.',
  },
  'invalid.alertThreshold': {
    zh: '阈值须在 {value} 之间',
    en: 'The threshold must be {value}.',
    pt: 'O limite deve ser {value}.',
  },
  'invalid.alertScope': {
    zh: '请选择规则适用的分组或方案',
    en: 'Choose the groups or strategies that it is for.',
    pt: 'Escolha os grupos ou estratégias a que se aplica.',
  },
  'invalid.alertEscalation': {
    zh: '请选择升级后通知的通道',
    en: 'Choose the channels that it escalates to.',
    pt: 'Escolha os canais para os quais ela escala.',
  },
} as const satisfies Messages
