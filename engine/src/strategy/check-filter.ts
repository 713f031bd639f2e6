import { type CheckLine, type Condition, editionOf, type FieldSpec, type StrategyConfig } from '@sluice/contract'
import { isNumeral } from '../map/decimal.ts'
import { valuesOf } from '../map/index.ts'
import { parseDate } from '../map/parse-date.ts'

/**
 * Values of the row filter against the types that discovery found: those that no row can equal, each with its place. Where a
 * catalogue says the type it is an error, where only a sample does, or in an older edition, a warning.
 */
export function checkFilter({ source, mapping }: StrategyConfig, fields: readonly FieldSpec[]): CheckLine[] {
  const edition = editionOf(mapping)
  if (edition === 1) return []
  return (source.filter ?? []).flat().flatMap(condition => {
    const spec = fields.find(({ name }) => name === condition.field)
    const message = spec && condition.type !== 'text' ? findOdd(condition, spec) : undefined
    if (!spec || message === undefined) return []
    const level = spec.nativeType === undefined || edition < 4 ? 'warning' : 'error'
    return [{ level, group: 'source', item: 'source.filterTypes', message, field: 'source.filter' }]
  })
}

type Kind = 'number' | 'date' | 'truth value'

const KINDS: Partial<Record<FieldSpec['type'], Kind>> = {
  ...{ int: 'number', decimal: 'number', float: 'number' },
  ...{ date: 'date', datetime: 'date', bool: 'truth value' },
}

const FITS: Readonly<Record<Kind, (text: string) => boolean>> = {
  number: isNumeral,
  date: text => typeof parseDate(text) !== 'string',
  'truth value': text => text === 'true' || text === 'false',
}

const HAS_ZONE = /with (?:local )?time zone|timestamptz|datetimeoffset/i

function findOdd(condition: Condition, { type, nativeType = '' }: FieldSpec): string | undefined {
  const kind = KINDS[type]
  if (!kind) return undefined
  const { field, zone } = condition
  for (const [at, text] of valuesOf(condition).entries()) {
    if (!FITS[kind](text))
      return `The row filter compares "${field}", which is a ${kind}, with "${text}" (value ${at + 1}), which no row equals.`
    const parts = kind === 'date' ? parseDate(text) : ''
    if (
      typeof parts !== 'string' &&
      parts.offsetSeconds === undefined &&
      zone === undefined &&
      HAS_ZONE.test(nativeType)
    )
      return `The row filter compares "${field}", which has a time zone, with "${text}" (value ${at + 1}), which names none; choose its zone.`
  }
  return undefined
}
