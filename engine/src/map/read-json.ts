import { findRepeatedName, parseJson, type Value } from '@sluice/contract'

/** What is wrong with a JSON text of others, as the end of a sentence about it. */
export class UnclearText extends Error {}

/** The value of a JSON text in which every name stands once. @throws UnclearText | SyntaxError as `parseJson` does */
export function readJson(text: string): Value {
  const value = parseJson(text)
  const path = findRepeatedName(text, value)
  if (path === null) return value
  throw new UnclearText(`has the name ${path} twice in one object, and one of the values would be lost`)
}
