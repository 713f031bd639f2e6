import type { FieldSpec, SourceConfig } from '@sluice/contract'
import { viewNames } from '@sluice/engine'
import { filtersOf } from './find-breaks.ts'
import type { ApplicationRow, ScopeRow } from './setting-types.ts'
import type { UseRow } from './use-rows.ts'
import { findScopeOf } from './versions.ts'

/** What callers did and could do no more, or would be told otherwise. */
export interface CallerBreak {
  readonly what: 'closed' | 'filter' | 'key' | 'number' | 'rows' | 'field' | 'type' | 'required' | 'refused' | 'dropped'
  /** Of the field. */
  readonly name: string
  /** What was there, and what would be; of a refused record why. */
  readonly before: string | null
  readonly after: string | null
  /** Calls, or records that were sent, that it concerns. */
  readonly count: number
  readonly last_called_at: string | null
  /** One of those calls; null: of records that were sent nobody knows by which. */
  readonly call_id: string | null
}

/** Of a strategy's source, what its callers know. */
export interface SourceShape {
  readonly source: Pick<SourceConfig, 'key' | 'number'>
  /** Applications may send records to it. */
  readonly isOpen: boolean
  /** null: nobody can say. */
  readonly fields: readonly FieldSpec[] | null
}

type Found = Pick<CallerBreak, 'what' | 'name' | 'before' | 'after'>

/** What makes a call fail comes first. */
const ORDER: readonly CallerBreak['what'][] = ['closed', 'filter', 'field', 'type', 'rows', 'key', 'number']
const READS: ReadonlySet<string> = new Set(['query', 'data-link', 'find-one'])

/** What a change of the source would break of calls that were made. */
export function judgeUse(
  application: ApplicationRow,
  strategyId: string,
  uses: readonly UseRow[],
  { before, after }: { readonly before: SourceShape; readonly after: SourceShape },
): CallerBreak[] {
  const found = new Map<string, CallerBreak>()
  for (const use of uses) {
    const scope = findScopeOf(application, strategyId, use.version)
    if (!scope) continue
    for (const each of judgeOne(use, scope, before, after)) {
      const name = `${each.what} ${each.name}`
      const known = found.get(name)
      const isNewer = (known?.last_called_at ?? '') < (use.last_called_at ?? '')
      found.set(name, {
        ...each,
        count: (known?.count ?? 0) + use.calls,
        last_called_at: isNewer ? use.last_called_at : (known?.last_called_at ?? null),
        call_id: isNewer ? use.last_call_id : (known?.call_id ?? null),
      })
    }
  }
  return [...found.values()].toSorted((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what))
}

function judgeOne(use: UseRow, scope: ScopeRow, before: SourceShape, after: SourceShape): Found[] {
  if (use.operation === 'store')
    return before.isOpen && !after.isOpen ? [{ what: 'closed', name: '', before: null, after: null }] : []
  if (!READS.has(use.operation)) return []
  const [old, next] = [withNames(scope, before), withNames(scope, after)]
  const [had, has] = [filtersOf(old), filtersOf(next)]
  const filters = (use.used_fields ?? []).filter(field => had.includes(field) && !has.includes(field))
  return [
    ...filters.map((name): Found => ({ what: 'filter', name, before: had.join(', '), after: has.join(', ') })),
    ...judgeNames(old, next),
    ...judgeFields(scope, before.fields, after.fields),
  ]
}

const withNames = (scope: ScopeRow, { source }: SourceShape): ScopeRow => ({
  ...scope,
  key_fields: source.key,
  number_field: source.number ?? null,
})

/** What stands beside the fields of a record is made of other ones. */
function judgeNames(old: ScopeRow, next: ScopeRow): Found[] {
  const shown = viewNames({ key: '-', number: '-', target_key: null }, old, '')
  const [keys, numbers] = [old, next].reduce<[string[], string[]]>(
    ([keyed, numbered], { key_fields: key, number_field: number }) => [
      [...keyed, key.join(', ')],
      [...numbered, number ?? key.join(', ')],
    ],
    [[], []],
  )
  const compare = (what: 'key' | 'number', [from = '', to = '']: string[]): Found[] =>
    shown[what] !== null && from !== to ? [{ what, name: to, before: from, after: to }] : []
  return [...compare('key', keys), ...compare('number', numbers)]
}

function judgeFields(
  { fields: handed, masks, row_filter: rules }: ScopeRow,
  before: SourceShape['fields'],
  after: SourceShape['fields'],
): Found[] {
  if (!before || !after) return []
  const [old, now] = [before, after].map(all => new Map(all.map(({ name, type }) => [name, type])))
  const isGone = (name: string): boolean => old!.has(name) && !now!.has(name) // two lists, two maps
  const change = (what: Found['what'], name: string): Found => ({
    ...{ what, name },
    before: old!.get(name) ?? null,
    after: now!.get(name) ?? null,
  })
  const kept = handed.filter(name => !Object.hasOwn(masks, name) && old!.has(name) && now!.has(name))
  return [
    ...handed.filter(isGone).map(name => change('field', name)),
    ...kept.filter(name => old!.get(name) !== now!.get(name)).map(name => change('type', name)),
    // A record without the field is seen by nobody, but where the rule only says what it is not.
    ...rules.filter(({ field, op }) => op !== 'not' && isGone(field)).map(({ field }) => change('rows', field)),
  ]
}
