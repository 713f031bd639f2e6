import { parseJson, toJson, type Value } from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'
import type { Change } from './contract.ts'

/** As the engine reads them. The values are written as they were given, so that no digit is lost. */
export function writeChanges(changes: readonly Change[]): string | null {
  if (changes.length === 0) return null
  const items = changes.map(({ field, value }, index) => {
    const name = `"field":${JSON.stringify(field)}`
    if (value === null) return `{${name}}`
    try {
      parseJson(value)
    } catch (cause) {
      throw refuse('invalid.changeValue', { field: `changes.${index}.value`, value: value.slice(0, 100), cause })
    }
    return `{${name},"value":${value}}`
  })
  return `[${items.join(',')}]`
}

/** As they were stored, value by value as JSON text. */
export function readChanges(text: string | null): Change[] {
  if (text === null) return []
  const list = parseJson(text) as readonly { readonly field: string; readonly value?: Value }[] // as it was written
  return list.map(({ field, value }) => ({ field, value: value === undefined ? null : toJson(value) }))
}
