import { dictionary } from '@zxcvbn-ts/language-common'

let common: ReadonlySet<string> | undefined

/** About 49,000 passwords of published leaks, read when the first password is set. */
const readCommon = (): ReadonlySet<string> =>
  (common ??= new Set(dictionary['passwords-common'].map(word => word.toLowerCase())))

/**
 * Whether a password is one of the commonest: as it is typed, without the special characters at its ends, and without any,
 * for our rule makes people put some there. Letters are compared without their case and stand for themselves.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  const trimmed = plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const bare = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return [plain, trimmed, bare].some(form => readCommon().has(form))
}
