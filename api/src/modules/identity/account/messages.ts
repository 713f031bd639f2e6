import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.tokens': {
    zh: '最多 {value} 个有效的访问令牌，请先撤销不用的',
    en: 'There may be {value} living access tokens. Revoke one that is not needed.',
    pt: 'Pode haver {value} tokens de acesso ativos. Revogue um que não seja necessário.',
  },
  'invalid.tokenDays': {
    zh: '有效期最长 {value} 天（租户的登录策略）',
    en: 'A token may live for {value} days at most, as the tenant’s sign-in policy says.',
    pt: 'Um token pode valer no máximo {value} dias, conforme a política de acesso do locatário.',
  },
  'invalid.image': {
    zh: '请上传 PNG、JPEG 或 WebP 图片，不超过 {value}',
    en: 'Send a PNG, JPEG or WebP picture of at most {value}.',
    pt: 'Envie uma imagem PNG, JPEG ou WebP de até {value}.',
  },
  'invalid.tokenScope': {
    zh: '不能授予自己没有的权限：{value}',
    en: 'You cannot give a permission that you do not have: {value}',
    pt: 'Você não pode conceder uma permissão que não tem: {value}',
  },
  'invalid.emailCode': {
    zh: '验证码错误或已过期，请重新获取',
    en: 'The code is wrong or has run out. Ask for a new one.',
    pt: 'O código está errado ou expirou. Peça um novo.',
  },
} as const satisfies Messages
