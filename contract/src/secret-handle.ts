/**
 * What a script holds in place of a secret: letters and digits that mean nothing elsewhere, new with each call. Written in
 * capitals or in small letters as a whole it stands for the secret written so.
 */
const HANDLE = /sx[0-9a-f]{24}zs/gi

export function makeSecretHandle(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(12))
  return `Sx${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}zS`
}

/** `known`: what handles stand for, by their text in small letters. Others stay as they are. */
export function resolveSecretHandles(
  text: string,
  known: ReadonlyMap<string, string>,
  write: (value: string) => string = value => value,
): string {
  return text.replace(HANDLE, handle => {
    const small = handle.toLowerCase()
    const value = known.get(small)
    if (value === undefined) return handle
    if (handle === small) return write(value.toLowerCase())
    return write(handle === handle.toUpperCase() ? value.toUpperCase() : value)
  })
}
