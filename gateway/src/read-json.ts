import { type Data, findRepeatedName, isData, parseJson } from '@sluice/contract'
import { Refusal } from './refusal.ts'

const MAX_DEPTH = 32

/** The body as an object, every numeral with its digits. @throws Refusal */
export function readObject(body: Uint8Array): Data {
  const text = decode(body)
  if (isDeeper(text, MAX_DEPTH)) throw new Refusal('input', 'json')
  const value = parse(text)
  if (!isData(value)) throw new Refusal('input', 'json')
  const twice = findRepeatedName(text, value)
  if (twice !== null) throw new Refusal('input', 'twice', { value: twice, path: twice })
  return value
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Refusal('input', 'json')
  }
}

function parse(text: string) {
  try {
    return parseJson(text)
  } catch {
    throw new Refusal('input', 'json')
  }
}

/** Before anything is built of it. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === 0x5c) at++
      else if (code === 0x22) isText = false
    } else if (code === 0x22) isText = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > most) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}
