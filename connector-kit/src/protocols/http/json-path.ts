import { isData, toText, type Value } from '@sluice/contract'

/**
 * The value at a dotted path: `data.list`, `rows[0].id`. A name on a list is looked up in every element, so
 * `errors.*.message` and `errors.message` are all messages. "" is the value itself; own fields only.
 */
export function pickPath(value: Value | undefined, path: string): Value | undefined {
  const parts = path.replace(/\[(\d+|\*)\]/g, '.$1').split('.')
  let at = value
  for (const part of parts) if (part !== '' && part !== '*') at = pickPart(at, part)
  return at
}

function pickPart(value: Value | undefined, part: string): Value | undefined {
  if (isList(value)) {
    if (/^\d+$/.test(part)) return value[Number(part)]
    return value.map(each => pickPart(each, part)).filter(each => each !== undefined)
  }
  return isData(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

/** The texts at a path; a list gives one each. Empty ones are left out. */
export function pickTexts(value: Value | undefined, path: string | undefined): string[] {
  if (path === undefined || path === '') return []
  const found = pickPath(value, path)
  return (isList(found) ? found : [found]).map(each => toText(each)).filter(text => text !== '')
}
