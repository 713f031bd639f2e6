import { Failure } from './failure.ts'

/**
 * What a script holds in place of a secret: letters and digits that mean nothing elsewhere, new with each call. Written in
 * capitals or in small letters as a whole it stands for the secret written so.
 */
const HANDLE = /sx[0-9a-f]{24}zs/gi

export function makeSecretHandle(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(12))
  return `Sx${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}zS`
}

/** A text of many handles, each for a long secret, would fill the memory of whoever resolves it. */
const MOST_CHARS = 32 * 2 ** 20

/** @throws Failure */
export function checkScriptText(chars: number): void {
  if (chars <= MOST_CHARS) return
  throw new Failure({
    code: 'script.output',
    message: 'The script makes a text of more than 32 million characters.',
    field: 'script.code',
    advice: 'Correct the script and try it out.',
    retry: 'never',
  })
}

/**
 * `known`: what handles stand for, by their text in small letters. Others stay as they are.
 * @throws Failure where the text would become longer than anything that is sent
 */
export function resolveSecretHandles(
  text: string,
  known: ReadonlyMap<string, string>,
  write: (value: string) => string = value => value,
): string {
  let chars = text.length
  return text.replace(HANDLE, handle => {
    const small = handle.toLowerCase()
    const value = known.get(small)
    if (value === undefined) return handle
    chars += value.length
    checkScriptText(chars)
    if (handle === small) return write(value.toLowerCase())
    return write(handle === handle.toUpperCase() ? value.toUpperCase() : value)
  })
}
