import type { Words } from './i18n.ts'

export interface PasswordChange {
  /** null when an administrator resets another user's password. */
  readonly oldPassword: string | null
  readonly password: string
  readonly password2: string
}

export interface PasswordProblem {
  readonly field: keyof PasswordChange
  readonly text: Words
}

const MIN_LENGTH = 8

const texts = {
  oldMissing: { zh: '原密码不能为空', en: 'The old password is required' },
  newMissing: { zh: '新密码不能为空', en: 'The new password is required' },
  same: { zh: '新密码不能与旧密码一样', en: 'The new password must differ from the old one' },
  short: { zh: '新密码不能少于8位', en: 'The new password needs at least 8 characters' },
  weak: {
    zh: '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符',
    en: 'The new password needs at least 8 characters, with letters, digits and one special character',
  },
  different: { zh: '两次新密码输入不一致', en: 'The two new passwords differ' },
} as const satisfies Record<string, Words>

/** Every rule of spec §5 in its order; the first problem of each field. Empty when the change may be sent. */
export function findPasswordProblems({ oldPassword, password, password2 }: PasswordChange): PasswordProblem[] {
  const problems: PasswordProblem[] = []
  if (oldPassword === '') problems.push({ field: 'oldPassword', text: texts.oldMissing })
  const own = findNewProblem(password, oldPassword)
  if (own !== null) problems.push({ field: 'password', text: own })
  if (password2 !== password) problems.push({ field: 'password2', text: texts.different })
  else if (password2 === '') problems.push({ field: 'password2', text: texts.newMissing })
  return problems
}

function findNewProblem(password: string, oldPassword: string | null): Words | null {
  if (password === '') return texts.newMissing
  if (password === oldPassword) return texts.same
  if (password.length < MIN_LENGTH) return texts.short
  const isMixed = /[a-z]/i.test(password) && /\d/.test(password) && /[^a-z\d\s]/i.test(password)
  return isMixed ? null : texts.weak
}
