import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'auth.sso': {
    zh: '单点登录未成功，请重新发起',
    en: 'Single sign-on did not succeed. Begin again.',
    pt: 'O login único não teve sucesso. Comece de novo.',
  },
  'auth.ssoUnlinked': {
    zh: '此身份尚未绑定账号。请先用密码登录，再到“个人设置 - 账号绑定”中绑定',
    en: 'This identity belongs to no account. Sign in by password and link it in your settings first.',
    pt: 'Esta identidade não pertence a nenhuma conta. Entre com a senha e vincule-a primeiro nas suas configurações.',
  },
  'notFound.provider': {
    zh: '身份提供方不存在或已停用',
    en: 'There is no such identity provider.',
    pt: 'Este provedor de identidade não existe.',
  },
  'notFound.identity': { zh: '绑定不存在', en: 'There is no such link.', pt: 'Este vínculo não existe.' },
  'conflict.identity': {
    zh: '该身份已绑定其他账号',
    en: 'This identity is linked to another account.',
    pt: 'Esta identidade está vinculada a outra conta.',
  },
  'invalid.ssoOther': {
    zh: '登录的是另一个身份“{value}”，没有绑定到当前账号',
    en: 'Another identity signed in, {value}, which is not linked to this account.',
    pt: 'Outra identidade entrou, {value}, que não está vinculada a esta conta.',
  },
  'invalid.issuer': {
    zh: '签发地址必须是 https 地址（本机除外）',
    en: 'The issuer must be an https address (but for this machine).',
    pt: 'O emissor deve ser um endereço https (exceto nesta máquina).',
  },
  'invalid.callback': {
    zh: '回调地址必须以 /user/sso 结尾，且为 https（本机除外）',
    en: 'The callback address must end in /user/sso and be https (but for this machine).',
    pt: 'O endereço de retorno deve terminar em /user/sso e ser https (exceto nesta máquina).',
  },
  'unavailable.sso': {
    zh: '身份提供方暂时无法访问，请稍后再试',
    en: 'The identity provider cannot be reached. Try again in a moment.',
    pt: 'O provedor de identidade não está acessível. Tente novamente em instantes.',
  },
} as const satisfies Messages
