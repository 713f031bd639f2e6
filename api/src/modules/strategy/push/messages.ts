import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'auth.push': {
    zh: '推送令牌无效，请在方案详情概览的“推送接收”查看地址或重置令牌',
    en: 'The push token is not valid. See the address or reset the token under "Reception of pushes" in the overview of the strategy.',
    pt: 'O token de push não é válido. Veja o endereço ou redefina o token em "Recepção de envios (push)" na visão geral da estratégia.',
  },
  'auth.signature': {
    zh: '签名不正确，请检查签名密钥和签名方式',
    en: 'The signature is not right. Check the signing secret and the way of signing.',
    pt: 'A assinatura não está correta. Verifique o segredo e a forma de assinatura.',
  },
  'auth.timestamp': {
    zh: '签名时间缺失，或与当前时间相差超过 {value} 秒',
    en: 'The time of the signature is missing, or more than {value} s away from now.',
    pt: 'A hora da assinatura está ausente ou difere em mais de {value} s da hora atual.',
  },
  'conflict.notPassive': {
    zh: '该方案的源端不是“被动接收”，不能推送',
    en: 'The source of this strategy is not the passive reception, so nothing can be pushed to it.',
    pt: 'A origem desta estratégia não é a recepção passiva, por isso nada pode ser enviado a ela.',
  },
  'conflict.pushDraft': {
    zh: '方案还是草稿，请先启动一次再推送',
    en: 'The strategy is a draft. Start it once before pushing.',
    pt: 'A estratégia é um rascunho. Inicie-a uma vez antes de enviar.',
  },
  'conflict.inbox': {
    zh: '方案“{value}”读取同一个收件箱，请为每个方案设置各自的收件箱',
    en: 'The strategy "{value}" reads the same inbox. Give each an inbox of its own.',
    pt: 'A estratégia "{value}" lê a mesma caixa de entrada. Dê a cada uma a própria caixa.',
  },
  'invalid.push': {
    zh: '推送内容有误：{field}',
    en: 'Check what was pushed: {field}.',
    pt: 'Verifique o que foi enviado: {field}.',
  },
  'invalid.pushSecret': {
    zh: '按签名验证需要签名密钥',
    en: 'Signatures need a signing secret.',
    pt: 'Assinaturas exigem um segredo de assinatura.',
  },
  'tooLarge.push': {
    zh: '推送内容超过 {value} KB',
    en: 'The push is larger than {value} kB.',
    pt: 'O envio é maior que {value} kB.',
  },
  'tooMany.pushes': {
    zh: '推送过于频繁，每分钟最多 {value} 次，请稍后重试',
    en: 'Too many pushes; at most {value} a minute. Try again in a moment.',
    pt: 'Envios demais; no máximo {value} por minuto. Tente novamente em instantes.',
  },
} as const satisfies Messages
