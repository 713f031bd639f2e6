import { Failure, type ParamValues } from '@sluice/contract'

/** Values of a checked form, read by kind. Empty texts count as not given. */
export function readText(values: ParamValues, field: string): string | undefined {
  const value = values[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function requireText(values: ParamValues, field: string): string {
  const value = values[field]
  if (typeof value === 'string' && value !== '') return value
  throw new Failure({ code: 'params.invalid', message: `${field} is required`, field })
}

export const readNumber = (values: ParamValues, field: string, fallback: number): number => {
  const value = values[field]
  return typeof value === 'number' ? value : fallback
}

export const readPairs = (values: ParamValues, field: string): { name: string; value: string }[] => {
  const value = values[field]
  return Array.isArray(value) ? value.flatMap(each => (typeof each === 'object' && each.name !== '' ? [each] : [])) : []
}

export const readRecord = (values: ParamValues, field: string): Record<string, string> =>
  Object.fromEntries(readPairs(values, field).map(({ name, value }) => [name, value]))

/** `0, 200, true`: full-width commas count too. */
export const readWords = (values: ParamValues, field: string): string[] =>
  (readText(values, field) ?? '')
    .split(/[,，]/)
    .map(word => word.trim())
    .filter(word => word !== '')

export const readLines = (values: ParamValues, field: string): string[] =>
  (readText(values, field) ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** The object without the fields that are undefined: an absent option is not an undefined one. */
export const compact = <T extends object>(object: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T // only undefined was taken out
