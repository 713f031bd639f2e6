import type { MessageCode } from '../../../http/messages.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isWeakKind } from './weak-kinds.ts'

export interface NewPassword {
  readonly password: string
  readonly password2: string
  /** Given and needed only for one's own password. */
  readonly oldpassword?: string | undefined
  readonly isOwn: boolean
  /** Words a password may not hold: the user's and the tenant's names. */
  readonly context: readonly string[]
}

const MIN_LENGTH = 8
/** A context word shorter than this would forbid too much. */
const MIN_WORD = 4
const PRODUCT = 'sluice'

/** The first rule that is broken, in the order of the specification; null when all hold. Spec §5. */
export function checkPassword(input: NewPassword): MessageCode | null {
  const { password } = input
  if (input.isOwn && !input.oldpassword) return 'invalid.oldPasswordRequired'
  if (password === '') return 'invalid.passwordRequired'
  if (input.isOwn && password === input.oldpassword) return 'invalid.passwordSame'
  if ([...password].length < MIN_LENGTH) return 'invalid.passwordShort'
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password) || !/[^\p{L}\p{N}\s]/u.test(password))
    return 'invalid.passwordWeak'
  if (isCommon(password, input.context)) return 'invalid.passwordCommon'
  if (password !== input.password2) return 'invalid.passwordMismatch'
  return null
}

/** A name is compared as it is written, but for its case. */
function isCommon(password: string, context: readonly string[]): boolean {
  const plain = password.toLowerCase()
  const words = [...context, PRODUCT].map(word => word.trim().toLowerCase())
  if (isCommonPassword(password) || isWeakKind(password, [...context, PRODUCT])) return true
  return words.some(word => [...word].length >= MIN_WORD && plain.includes(word))
}
