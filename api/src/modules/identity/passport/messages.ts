import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'auth.captchaNeeded': { zh: '请先完成图形验证', en: 'Answer the picture first.', pt: 'Resolva a imagem primeiro.' },
  'auth.workNeeded': {
    zh: '此用户名今天连续输错密码，请等浏览器完成计算验证（几秒到几分钟）后再登录',
    en: 'Wrong passwords were tried under this name today. Let the browser compute for seconds to minutes, then sign in.',
    pt: 'Houve senhas erradas para este nome hoje. Deixe o navegador calcular por segundos ou minutos e entre.',
  },
  'auth.secondFactor': {
    zh: '请输入动态口令',
    en: 'Enter the code of your authenticator.',
    pt: 'Digite o código do seu autenticador.',
  },
  'auth.secondFactorWrong': {
    zh: '动态口令错误',
    en: 'Wrong authenticator code.',
    pt: 'Código do autenticador incorreto.',
  },
  'auth.ticket': {
    zh: '登录步骤已过期，请重新登录',
    en: 'This sign-in took too long. Begin again.',
    pt: 'Este acesso demorou demais. Comece de novo.',
  },
  'auth.refused': {
    zh: '用户名或密码错误',
    en: 'Wrong user name or password.',
    pt: 'Nome de usuário ou senha incorretos.',
  },
  'auth.cipher': {
    zh: '登录信息无法解密，请刷新页面后重试',
    en: 'The credentials could not be decrypted. Reload the page and try again.',
    pt: 'Não foi possível decifrar as credenciais. Recarregue a página e tente novamente.',
  },
  'auth.refreshReused': {
    zh: '登录凭证已被使用过，为安全起见请重新登录',
    en: 'This refresh token was used before. Sign in again.',
    pt: 'Este token de renovação já foi usado. Entre novamente.',
  },
  'conflict.phone': {
    zh: '该手机号已绑定其他账号',
    en: 'This phone belongs to another account.',
    pt: 'Este telefone pertence a outra conta.',
  },
  'invalid.captcha': { zh: '验证码错误', en: 'Wrong captcha.', pt: 'Captcha incorreto.' },
  'tooMany.locked': {
    zh: '今天从您所在的网络对此账号的失败登录过多：{value} 分钟内只能在曾登录过此账号的浏览器中登录，也可换一个网络、用短信验证码登录，或请管理员解锁',
    en: 'Too many wrong passwords came from your part of the network today: for {value} minutes this account opens only in browsers it was used in before, from another network, by a code sent to its phone, or when an administrator unlocks it.',
    pt: 'Houve senhas erradas demais vindas da sua parte da rede hoje: por {value} minutos esta conta só abre em navegadores já usados com ela, de outra rede, por um código enviado ao telefone ou se um administrador a desbloquear.',
  },
} as const satisfies Messages
