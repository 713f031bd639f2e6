import type { MessageCode } from '../../platform/messages.ts'

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

function isCommon(password: string, context: readonly string[]): boolean {
  const plain = normalise(password)
  if (COMMON.has(plain)) return true
  // Measured after normalising: a Chinese name leaves nothing, and every password holds nothing.
  return [...context, 'sluice'].map(normalise).some(word => word.length >= MIN_WORD && plain.includes(word))
}

/** The usual disguises of letters undone. */
const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
    .replaceAll('3', 'e')
    .replaceAll(/[1!|]/g, 'i')
    .replaceAll(/[^a-z]/g, '')

// The words that are left of leaked passwords which satisfy letter + digit + special once the disguise is off.
const COMMON: ReadonlySet<string> = new Set(
  `password passwordi passwort passwd admin admini administrator administratori root rooti user test testi guest
   qwerty qwertyi qwer qweri qwert asdf asdfi asdfgh zxcv zxcvbn qazwsx iqazwsx iqazzwsx iqazxsw abc abci abcd abcdi
   abcde abcdef aa aaa welcome welcomei letmein letmeini iloveyou monkey dragon master sunshine princess football
   changeme changemei default secret login hello helloi superman batman shadow michael woaini wodemima mima huawei
   taobao alibaba tencent china beijing shanghai spring summer autumn winter company companyi`
    .split(/\s+/)
    .filter(word => word !== ''),
)
