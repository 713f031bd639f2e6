import type { Param, ParamValue, ParamValues } from '@sluice/contract'

/** What a form starts with: stored values over defaults. */
export function toFormValues(params: readonly Param[], stored: ParamValues = {}): ParamValues {
  return Object.fromEntries(params.map(param => [param.field, stored[param.field] ?? startOf(param)]))
}

function startOf(param: Param): ParamValue {
  if (param.default !== undefined) return param.default
  if (param.type === 'switch') return false
  return param.type === 'multiselect' || param.type === 'columns' || param.type === 'keyvalue' ? [] : null
}

/** A parameter counts only while the one it depends on has the right value. */
export function isShown(param: Param, values: ParamValues): boolean {
  if (!param.when) return true
  const current = values[param.when.field]
  return param.when.in.some(wanted => wanted === current)
}

/** What is sent: only parameters that count, texts trimmed, empty entries as null. */
export function readFormValues(params: readonly Param[], values: ParamValues): ParamValues {
  const active = params.filter(param => isShown(param, values))
  return Object.fromEntries(active.map(param => [param.field, cleanValue(param, values[param.field])]))
}

function cleanValue(param: Param, value: ParamValue | undefined): ParamValue {
  if (value === undefined || value === '') return null
  // A password or a piece of code may begin or end with a blank; a host or a name may not.
  if (param.type === 'text' && typeof value === 'string') return value.trim() || null
  if (param.type === 'keyvalue' && Array.isArray(value))
    return (value as { name: string; value: string }[]) // the type `keyvalue` holds nothing else
      .filter(pair => pair?.name)
      .map(pair => ({ name: pair.name.trim(), value: pair.value ?? '' }))
  return value
}

/** Parameters under their headings: ungrouped first, then the groups in order of appearance, `advanced` last. */
export function groupParams(params: readonly Param[]): { readonly group: string | null; readonly params: Param[] }[] {
  const names = [...new Set(params.map(param => param.group ?? null))]
  const rank = (name: string | null) => (name === null ? 0 : name === 'advanced' ? 2 : 1)
  return names
    .toSorted((a, b) => rank(a) - rank(b))
    .map(group => ({ group, params: params.filter(param => (param.group ?? null) === group) }))
}
