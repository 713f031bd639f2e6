import { type ErrorCategory, type ErrorRepair, listReferences } from '@sluice/contract'

interface Cause {
  readonly category: ErrorCategory
  readonly code: string
}

/** By code where it says more than the category does. */
const BY_CODE: readonly (readonly [code: RegExp, repair: ErrorRepair])[] = [
  [/^mapping\.(noMatch|mapMissing|mapEmpty|mapAmbiguous|lookup)$/, 'map'],
  [/^(write\.unanswered|record\.unresolved|target\.(unanswered|unconfirmed))$/, 'look'],
  [/^target\.(negativeStock|masterData)$/, 'wait'],
  [/^target\.(column|field|key|noKey|mode)$|^mapping\./, 'mapping'],
  [/^target\.(full|readonly|collation)$|^resource\./, 'target'],
]

const BY_CATEGORY: Readonly<Record<ErrorCategory, ErrorRepair>> = {
  network: 'connector',
  timeout: 'wait',
  auth: 'connector',
  limit: 'wait',
  parameter: 'data',
  business: 'data',
  duplicate: 'look',
  mapping: 'mapping',
  script: 'mapping',
}

/** Where a cause is most likely mended; the console says it in a sentence, with the link. */
export const findRepair = ({ category, code }: Cause): ErrorRepair =>
  BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? BY_CATEGORY[category]

/** The fields of a mapping by the names that errors have for them: derived ones are `derived.name`. */
export const listMapped = (
  mapping: { readonly fields?: readonly unknown[]; readonly derived?: readonly unknown[] } = {},
) => [{ target: 'derived', value: { fields: mapping.derived ?? [] } }, ...(mapping.fields ?? [])]

/** The value map that a target field looks up, wherever in the mapping the field stands. */
export function findMapOf(fields: readonly unknown[], path: string): string | null {
  const names = path.split('.').map(name => name.replace(/\[\d*\]$/, ''))
  for (const field of fields) {
    if (typeof field !== 'object' || field === null) continue
    const { target, lookup, value } = field as MappedField // as the contract of a strategy has it
    if (target === path && lookup) return lookup.map_id
    const inside =
      target === path ? listReferences(value?.expression ?? '').find(({ kind }) => kind === 'map') : undefined
    if (inside) return inside.name
    if (target === names[0] && value?.fields) {
      const found = findMapOf(value.fields, names.slice(1).join('.'))
      if (found !== null) return found
    }
  }
  return null
}

interface MappedField {
  readonly target?: string
  readonly lookup?: { readonly map_id: string }
  readonly value?: { readonly fields?: readonly unknown[]; readonly expression?: string }
}
