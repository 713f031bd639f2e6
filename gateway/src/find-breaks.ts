import { isDeepStrictEqual } from 'node:util'
import type { AssetField } from '@sluice/contract'
import type { RowCondition } from '@sluice/engine'
import { listParams } from './asset-params.ts'
import type { ApplicationRow, AssetRow, ScopeRow } from './setting-types.ts'

/** What of an API its callers had and have no more, or must give and had not to. */
export interface Break {
  readonly what: 'api' | 'operation' | 'field' | 'mask' | 'rows' | 'filter' | 'parameter' | 'required' | 'type'
  /** Of the operation, field or parameter. */
  readonly name: string
}

/** A published API whose callers would break. */
export interface BrokenApi {
  readonly kind: 'strategy' | 'asset'
  readonly id: string
  readonly name: string
  /** The one of now, that they call. */
  readonly version: number
  readonly breaks: readonly Break[]
}

const is = (what: Break['what'], names: readonly string[]): Break[] => names.map(name => ({ what, name }))
const without = (all: readonly string[], rest: readonly string[]): string[] => all.filter(name => !rest.includes(name))

/** What callers of the one would miss at the other. What is added breaks nobody. */
export function findBreaks(before: ApplicationRow, after: ApplicationRow): BrokenApi[] {
  const scopes = before.scopes
    .filter(each => each.is_current)
    .map((scope): BrokenApi => {
      const next = after.scopes.find(each => each.is_current && each.strategy_id === scope.strategy_id)
      const { strategy_id: id, strategy_name: name, version } = scope
      return { kind: 'strategy', id, name, version, breaks: next ? ofScope(scope, next) : is('api', [name]) }
    })
  const assets = before.assets
    .filter(each => each.is_current)
    .map((asset): BrokenApi => {
      const next = after.assets.find(each => each.is_current && each.asset_id === asset.asset_id)
      const { asset_id: id, name, version } = asset
      return { kind: 'asset', id, name, version, breaks: next ? ofAsset(asset, next) : is('api', [name]) }
    })
  return [...scopes, ...assets].filter(({ breaks }) => breaks.length > 0)
}

function ofScope(before: ScopeRow, after: ScopeRow): Break[] {
  const isRead = before.operations.some(name => name !== 'store' && name !== 'dispatch')
  const isAsked = before.operations.some(name => name === 'query' || name === 'link')
  return [
    ...is('operation', without(before.operations, after.operations)),
    ...(isRead ? ofFields(before, after) : []),
    ...(isRead ? narrowed(before.row_filter, after.row_filter) : []),
    ...(isAsked ? is('filter', without(filtersOf(before), filtersOf(after))) : []),
    ...(before.operations.includes('store') ? is('required', without(after.key_fields, before.key_fields)) : []),
  ]
}

type Shown = Pick<ScopeRow, 'fields' | 'masks'>

/** A mask that is gone is a break, too: who compared what it showed finds something else. */
function ofFields(before: Shown, after: Shown): Break[] {
  const kept = before.fields.filter(name => after.fields.includes(name))
  const ruleOf = ({ masks }: Shown, name: string) => (Object.hasOwn(masks, name) ? masks[name] : undefined)
  const changed = kept.filter(name => ruleOf(before, name) !== ruleOf(after, name))
  const [shown, masked] = [
    changed.filter(name => ruleOf(before, name) !== undefined),
    changed.filter(name => ruleOf(before, name) === undefined),
  ]
  return [...is('field', without(before.fields, after.fields)), ...is('mask', masked), ...is('type', shown)]
}

/** What records are found by: an index serves it, and no mask covers it. */
export const filtersOf = ({ key_fields: key, number_field: number, masks }: ScopeRow): string[] =>
  [...new Set([...(key.length === 1 ? key : []), ...(number === null ? [] : [number])])].filter(
    field => !Object.hasOwn(masks, field),
  )

/** Conditions that hide what was seen before. */
function narrowed(before: readonly RowCondition[], after: readonly RowCondition[]): Break[] {
  const isHeld = (rule: RowCondition): boolean =>
    before.some(({ field, op, values }) => {
      if (field !== rule.field || op !== rule.op) return false
      const [few, many] = op === 'not' ? [rule.values, values] : [values, rule.values]
      return few.every(value => many.includes(value))
    })
  return is('rows', [...new Set(after.filter(rule => !isHeld(rule)).map(({ field }) => field))])
}

/** Of an asset. */
export function ofAsset(before: AssetRow, after: AssetRow): Break[] {
  const names = new Set([...before.fields].filter(name => after.fields.includes(name)))
  return [...ofFields(before, after), ...ofParams(before, after), ...ofAnswer(before, after, names)]
}

function ofParams(before: AssetRow, after: AssetRow): Break[] {
  const old = new Map(listParams(before).map(param => [param.name, param]))
  const now = new Map(listParams(after).map(param => [param.name, param]))
  const both = [...now.values()].flatMap(param => {
    const had = old.get(param.name)
    return had ? [{ had, param }] : []
  })
  return [
    ...is('parameter', without([...old.keys()], [...now.keys()])),
    ...is(
      'required',
      [...now.values()]
        .filter(({ name, isRequired }) => isRequired && !old.get(name)?.isRequired)
        .map(({ name }) => name),
    ),
    ...is(
      'type',
      // A whole number is a number.
      both
        .filter(({ had, param }) => had.type !== param.type && !(had.type === 'int' && param.type === 'float'))
        .map(({ param }) => param.name),
    ),
  ]
}

/** As far as the asset describes what it answers. */
function ofAnswer(before: AssetRow, after: AssetRow, names: ReadonlySet<string>): Break[] {
  const now = new Map(after.response.map(each => [each.field, each]))
  const told = before.response.filter(({ field }) => names.has(field))
  const isSame = (a: AssetField, b: AssetField): boolean =>
    a.type === b.type && isDeepStrictEqual(shapeOf(a), shapeOf(b))
  return [
    ...(after.response.length === 0
      ? []
      : is(
          'field',
          told.map(each => each.field).filter(name => !now.has(name)),
        )),
    ...is(
      'type',
      told.filter(each => now.has(each.field) && !isSame(each, now.get(each.field)!)).map(each => each.field),
    ), // as just asked
  ]
}

const shapeOf = ({ fields = [] }: AssetField): unknown => fields.map(each => [each.field, each.type, shapeOf(each)])

/**
 * An asset as an application's callers get it: the newest published one, but where that would break them the one by which the
 * application was saved.
 */
export const followAsset = (held: AssetRow, newest: AssetRow): AssetRow =>
  ofAsset(held, newest).length > 0 ? held : newest
