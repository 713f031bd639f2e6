import { type AssetField, type Data, Failure, isData, parseJson, type Value } from '@sluice/contract'
import { isList } from './json-path.ts'

/** The variables of an asset as the protocol names them; the left ones are what ERP people know. */
const ALIASES: Readonly<Record<string, string>> = {
  PAGINATION_PAGE_SIZE: 'pageSize',
  PAGINATION_START_PAGE: 'page',
  PAGINATION_START_ROW: 'offset',
  LAST_SYNC_TIME: 'from',
  CURRENT_TIME: 'to',
}

export const translateVariables = (text: string): string =>
  text.replace(/\{\{\s*([A-Z_]+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(ALIASES, name) ? `{{${ALIASES[name]}}}` : whole,
  )

/** What a strategy says about parameters: a dotted path and a text. */
export type AssetValues = Readonly<Record<string, string>>

/** The text of a parameter: what the strategy says, else the default; "" when neither says anything. */
export const textOf = (field: AssetField, path: string, values: AssetValues): string =>
  translateVariables(values[path] ?? field.default ?? '')

/** The parameters as the fields of a JSON object; what has no value is left out. @throws Failure at a wrong one */
export function buildBody(fields: readonly AssetField[], values: AssetValues, under = ''): Data {
  const entries = fields.map(field => {
    const path = under === '' ? field.field : `${under}.${field.field}`
    return [field.field, buildValue(field, path, values)] as const
  })
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined))
}

function buildValue(field: AssetField, path: string, values: AssetValues): Value | undefined {
  const text = textOf(field, path, values)
  if (text !== '') return typeValue(field, path, text)
  if ((field.type === 'object' || field.type === 'array') && field.fields) {
    const content = buildBody(field.fields, values, path)
    if (Object.keys(content).length > 0) return field.type === 'array' ? [content] : content
  }
  if (field.is_required) throw missing(path)
  return undefined
}

function typeValue(field: AssetField, path: string, text: string): Value {
  // A template keeps its variable's own type when it is filled.
  if (text.includes('{{')) return text
  switch (field.type) {
    case 'int':
    case 'float':
    case 'timestamp':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
        ? parseJson(text)
        : refuse(path, text, `The parameter ${path} must be a number.`)
    case 'bool':
      return text === 'true' || text === '1'
        ? true
        : text === 'false' || text === '0'
          ? false
          : refuse(path, text, `The parameter ${path} must be true or false.`)
    case 'json':
    case 'array':
    case 'object':
      return parseJsonText(path, text)
    default:
      return text
  }
}

function parseJsonText(path: string, text: string): Value {
  try {
    return parseJson(text)
  } catch {
    return refuse(path, text, `The parameter ${path} must be JSON.`)
  }
}

function refuse(path: string, text: string, message: string): never {
  throw new Failure({
    code: 'params.invalid',
    message,
    field: path,
    value: text.slice(0, 200),
  })
}

export const missing = (path: string): Failure =>
  new Failure({
    code: 'params.invalid',
    message: `The parameter ${path} is required and has no value.`,
    field: path,
    advice: 'Give it a default in the API asset, or a value in the strategy.',
  })

/** A record with the defaults of fields it lacks, lines included. */
export function fillDefaults(record: Data, fields: readonly AssetField[]): Data {
  const filled: Record<string, Value> = { ...record }
  for (const field of fields) {
    const value = filled[field.field]
    if (value === undefined) {
      const made = buildValue({ ...field, is_required: false }, field.field, {})
      if (made !== undefined && !hasTemplate(made)) filled[field.field] = made
    } else if (field.fields && isList(value))
      filled[field.field] = value.map(line => (isData(line) ? fillDefaults(line, field.fields ?? []) : line))
    else if (field.fields && isData(value)) filled[field.field] = fillDefaults(value, field.fields)
  }
  return filled
}

/** Variables of reading mean nothing in a record. */
function hasTemplate(value: Value): boolean {
  if (typeof value === 'string') return value.includes('{{')
  if (isList(value)) return value.some(hasTemplate)
  return isData(value) && Object.values(value).some(hasTemplate)
}
