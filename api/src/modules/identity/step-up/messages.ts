import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.stepUpTotp': {
    zh: '账号已启用动态口令，请用动态口令验证',
    en: 'The account has an authenticator: enter a code of it.',
    pt: 'A conta tem um autenticador: informe um código dele.',
  },
  'invalid.password': { zh: '密码错误', en: 'Wrong password.', pt: 'Senha incorreta.' },
  'invalid.ssoStale': {
    zh: '身份提供方没有要求重新登录，无法验证；请改用密码，或请管理员重置密码后再试',
    en: 'The identity provider did not ask for the sign-in anew. Use the password; an administrator can reset it.',
    pt: 'O provedor de identidade não pediu um novo login. Use a senha; um administrador pode redefini-la.',
  },
} as const satisfies Messages
