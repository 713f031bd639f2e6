import { randomBytes } from 'node:crypto'

/** 100 bits and one character of each kind the rules ask for; no letter that is read as another. */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const letters = [...randomBytes(18)].map(byte => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 6)}-${letters.slice(6, 12)}-${letters.slice(12)}7a`
}
