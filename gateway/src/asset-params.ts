import { type AssetField, type Data, isData, toText, type Value } from '@sluice/contract'
import { Refusal } from './refusal.ts'
import type { AssetRow } from './setting-types.ts'

/** What a call may give to an asset. */
export interface AssetParam {
  readonly name: string
  readonly type: AssetField['type']
  readonly isRequired: boolean
  readonly isInPath: boolean
  readonly describe: string
}

const LONGEST = 2000
const MOST_ROWS = 100

// A statement, a document or lines of it would let a stranger say more than a value.
const plain: ReadonlySet<string> = new Set([
  'string',
  'int',
  'float',
  'bool',
  'datetime',
  'instant',
  'date',
  'timestamp',
])

/** Those that a value of a stranger may stand in; what the asset fills itself by a template is its own. */
export const listParams = ({ request }: AssetRow): AssetParam[] =>
  request
    .filter(({ type, default: filled = '' }) => plain.has(type) && !filled.includes('{{'))
    .map(({ field, type, is_required: isRequired = false, default: filled = '', place, describe = '' }) => ({
      ...{ name: field, type, describe },
      isRequired: isRequired && filled === '',
      isInPath: place === 'path',
    }))

export interface AskedAsset {
  readonly values: { readonly name: string; readonly value: string }[]
  readonly limit: number
}

/** The body of a call: `{"parameters": {…}, "limit": 50}`. @throws Refusal that names the field */
export function readAsked(body: Data, asset: AssetRow): AskedAsset {
  const strange = Object.keys(body).find(name => name !== 'parameters' && name !== 'limit')
  if (strange !== undefined) throw wrong('unknownField', strange.slice(0, 200))
  const given = body['parameters'] ?? {}
  if (!isData(given)) throw wrong('wrongType', 'parameters')
  const params = new Map(listParams(asset).map(param => [param.name, param]))
  const unknown = Object.keys(given).find(name => !params.has(name))
  if (unknown !== undefined) throw wrong('unknownField', `parameters.${unknown}`.slice(0, 200))
  const values = [...params.values()].flatMap(param => {
    const value = Object.hasOwn(given, param.name) ? given[param.name] : undefined
    if (value !== undefined && value !== null) return [{ name: param.name, value: writeValue(param, value) }]
    if (param.isRequired) throw wrong('missingField', `parameters.${param.name}`)
    return []
  })
  return { values, limit: readLimit(body['limit']) }
}

function readLimit(value: Value | undefined): number {
  if (value === undefined || value === null) return MOST_ROWS
  const text = typeof value === 'string' ? '' : toText(value)
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > MOST_ROWS) throw wrong('wrongType', 'limit')
  return Number(text)
}

const isNumber = (value: Value): boolean =>
  !['string', 'boolean'].includes(typeof value) && !isData(value) && !Array.isArray(value)

const forms: Readonly<Record<string, (value: Value, text: string) => boolean>> = {
  int: (value, text) => isNumber(value) && /^-?\d{1,30}$/.test(text),
  timestamp: (value, text) => isNumber(value) && /^\d{1,16}$/.test(text),
  float: (value, text) => isNumber(value) && /^-?\d{1,30}(?:\.\d{1,30})?$/.test(text),
  bool: value => typeof value === 'boolean',
  date: (value, text) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(text),
  datetime: (value, text) => typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(text) && isMoment(text),
  instant: (value, text) => typeof value === 'string' && /(?:Z|[+-]\d\d:\d\d)$/.test(text) && isMoment(text),
  string: value => typeof value === 'string',
}
const isMoment = (text: string): boolean => text.length <= 40 && Number.isFinite(Date.parse(text))

/**
 * A value as the asset takes it. `{{…}}` would be filled with what belongs to the tenant, and dots or strokes would lead an address
 * elsewhere. @throws Refusal
 */
function writeValue({ name, type, isInPath }: AssetParam, value: Value): string {
  const path = `parameters.${name}`
  if (isData(value) || Array.isArray(value)) throw wrong('wrongType', path)
  const text = toText(value)
  if (text.length > LONGEST || !forms[type]?.(value, text)) throw wrong('wrongType', path)
  if (/\{\{|\}\}/.test(text) || hasControl(text)) throw wrong('wrongValue', path)
  if (isInPath && (text === '' || /^\.+$|[/\\%?#]/.test(text))) throw wrong('wrongValue', path)
  return text
}

const hasControl = (text: string): boolean =>
  [...text].some(letter => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029')

const wrong = (said: 'unknownField' | 'missingField' | 'wrongType' | 'wrongValue', path: string): Refusal =>
  new Refusal('input', said, { value: path, path })
