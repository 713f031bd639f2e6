import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.oldPasswordRequired': {
    zh: '原密码不能为空',
    en: 'The old password is required.',
    pt: 'A senha atual é obrigatória.',
  },
  'invalid.passwordRequired': {
    zh: '新密码不能为空',
    en: 'The new password is required.',
    pt: 'A nova senha é obrigatória.',
  },
  'invalid.passwordSame': {
    zh: '新密码不能与旧密码一样',
    en: 'The new password must differ from the old one.',
    pt: 'A nova senha deve ser diferente da atual.',
  },
  'invalid.passwordShort': {
    zh: '新密码不能少于8位',
    en: 'The new password needs at least 8 characters.',
    pt: 'A nova senha precisa de pelo menos 8 caracteres.',
  },
  'invalid.passwordWeak': {
    zh: '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符',
    en: 'The new password needs at least 8 characters with a letter, a digit and a special character.',
    pt: 'A nova senha precisa de pelo menos 8 caracteres, com uma letra, um número e um caractere especial.',
  },
  'invalid.passwordCommon': {
    zh: '新密码过于常见，或包含用户名、租户名或产品名，请换一个',
    en: 'The new password is too common, or holds the name of the user, the tenant or the product. Choose another.',
    pt: 'A nova senha é comum demais ou contém o nome do usuário, do locatário ou do produto. Escolha outra.',
  },
} as const satisfies Messages
