import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.grantState': {
    zh: '授权已过期或已使用，请在连接器详情页重新发起',
    en: 'This grant has expired or was used. Begin again on the page of the connector.',
    pt: 'Esta concessão expirou ou já foi usada. Comece de novo na página do conector.',
  },
  'conflict.grantKind': {
    zh: '该连接器的认证方式不是“OAuth2 授权码”，或参数不完整',
    en: 'This connector does not sign in by an OAuth2 authorization code, or its parameters are not complete.',
    pt: 'Este conector não usa código de autorização OAuth2 ou seus parâmetros não estão completos.',
  },
} as const satisfies Messages
