import { type Data, isData, parseJson, toJson, type Value } from '@sluice/contract'
import { viewRecord } from '@sluice/engine'
import { listParams } from './asset-params.ts'
import { readObject } from './read-json.ts'
import type { AssetRow, ScopeRow } from './setting-rows.ts'

/** A body as it is kept for people to read. */
export interface ShownBody {
  /** null: it is no JSON object, or too large to be looked through, so that nothing of it can be masked. */
  readonly text: string | null
  /** As it came. */
  readonly bytes: number
  readonly isCut: boolean
}

/** Of what is shown, in UTF-8. */
export const SHOWN_BYTES = 8192
/** Looked through for what must be masked. */
const MOST_BYTES = 256 * 1024
const HIDDEN = '****'
const STRUCK = '******'

/** To whom a call went: what its application may see of it decides what is kept. */
export interface CalledApi {
  readonly operation: string
  readonly scope: ScopeRow | undefined
  readonly asset: AssetRow | undefined
  readonly salt: string
}

export function showRequest(body: Uint8Array, called: CalledApi): ShownBody {
  if (body.length === 0) return { text: '', bytes: 0, isCut: false }
  return show(body.length, () => maskRequest(readObject(body), called))
}

/** It is masked already, for its application saw it. */
export const showAnswer = (text: string): ShownBody => show(Buffer.byteLength(text), () => parseJson(text))

function show(bytes: number, read: () => Value): ShownBody {
  if (bytes > MOST_BYTES) return { text: null, bytes, isCut: true }
  try {
    const whole = Buffer.from(toJson(strike(read())))
    const isCut = whole.length > SHOWN_BYTES
    return { text: isCut ? cut(whole) : whole.toString(), bytes, isCut }
  } catch {
    return { text: null, bytes, isCut: false }
  }
}

/** At a letter's end. */
function cut(whole: Buffer): string {
  let end = SHOWN_BYTES
  while (end > 0 && ((whole[end] ?? 0) & 0xc0) === 0x80) end--
  return whole.subarray(0, end).toString()
}

const CREDENTIAL =
  /^pass$|_pass$|pass(?:word|wd|phrase|code)|pwd|secret|token|authori[sz]ation|api[-_]?key|credential|cookie|private[-_]?key|signature|密码|口令|senha/i

const isCredential = (name: string): boolean => CREDENTIAL.test(name)

/** What signs in, said within a text: a header's value, an address with user and password, a setting. */
const SPOKEN =
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8}|:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@|-----BEGIN [A-Z ]{0,40}PRIVATE KEY|\beyJ[\w-]{8,}\.eyJ|(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|signature|sig)["'\\]{0,3}\s?[=:]\s?["'\\]{0,3}[^\s"'&,;}\]]/i

/** A header or a parameter as a pair: `{"name":"Authorization","value":"…"}`. */
const NAMES = ['name', 'key', 'field', 'header']
const isPairOfCredential = (value: Data): boolean =>
  NAMES.some(each => typeof value[each] === 'string' && isCredential(value[each]))

/** Whether anything in it is a credential, by its name or by how it is written. */
export function hasCredential(value: Value): boolean {
  if (typeof value === 'string') return SPOKEN.test(value)
  if (Array.isArray(value)) return value.some(hasCredential)
  if (!isData(value)) return false
  return (
    isPairOfCredential(value) ||
    Object.entries(value).some(([name, member]) => isCredential(name) || hasCredential(member))
  )
}

function strike(value: Value): Value {
  if (typeof value === 'string') return SPOKEN.test(value) ? STRUCK : value
  if (Array.isArray(value)) return value.map(strike)
  if (!isData(value)) return value
  const isPair = isPairOfCredential(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isStruck = isPair ? !NAMES.includes(name) : isCredential(name)
      return [name, isStruck ? STRUCK : strike(member)]
    }),
  )
}

const PLAIN = new Set(['pageSize', 'cursor', 'begin_at', 'end_at', 'direction', 'limit', 'dry_run'])

function maskRequest(body: Data, called: CalledApi): Data {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, maskMember(name, value, called)]))
}

function maskMember(name: string, value: Value, { operation, scope, asset, salt }: CalledApi): Value {
  if (PLAIN.has(name)) return isData(value) || Array.isArray(value) ? HIDDEN : value
  if (operation === 'store' && name === 'content' && Array.isArray(value))
    return value.map(record => maskRecord(record, scope, salt))
  if (operation === 'map-lookup' && name === 'values') return value
  if (name === 'parameters' && asset && isData(value)) return maskParams(value, asset)
  const field = /^CONTENT_(.+)$/.exec(name)?.[1]
  return field !== undefined && scope && isShown(field, scope) ? value : HIDDEN
}

const isShown = (field: string, { fields, masks }: Pick<ScopeRow, 'fields' | 'masks'>): boolean =>
  fields.includes(field) && !Object.hasOwn(masks, field)

/** Names stay, so that one sees what was sent; of what the application may not read no value does. */
function maskRecord(record: Value, scope: ScopeRow | undefined, salt: string): Value {
  if (!isData(record)) return HIDDEN
  const shown = scope ? viewRecord(record, scope, salt) : {}
  return Object.fromEntries(
    Object.keys(record).map(name => [name, Object.hasOwn(shown, name) ? (shown[name] ?? null) : HIDDEN]),
  )
}

function maskParams(given: Data, asset: AssetRow): Data {
  const known = new Set(listParams(asset).map(({ name }) => name))
  const isOpen = (name: string): boolean => known.has(name) && !Object.hasOwn(asset.masks, name)
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isOpen(name) ? value : HIDDEN]))
}
