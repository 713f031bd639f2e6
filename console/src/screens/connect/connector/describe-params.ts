import type { Param, ParamValues } from '@sluice/contract'
import { SECRET_MASK } from '../../../ui/secret-input.tsx'
import { isSecret } from './model.ts'

export type FilledParam =
  | { readonly kind: 'secret'; readonly param: Param; readonly isSet: boolean }
  | { readonly kind: 'flag'; readonly param: Param; readonly isOn: boolean }
  | { readonly kind: 'value'; readonly param: Param; readonly value: string | null }

/** Parameters for reading: secrets as set or not, lists joined. `say` picks the wording of options. */
export function describeParams(
  params: readonly Param[],
  values: ParamValues,
  say: (words: { zh: string; en: string }) => string,
): FilledParam[] {
  return params.map(param => {
    const value = values[param.field] ?? null
    if (isSecret(param))
      return { kind: 'secret', param, isSet: value === SECRET_MASK || (value !== '' && value !== null) }
    if (typeof value === 'boolean') return { kind: 'flag', param, isOn: value }
    return { kind: 'value', param, value: writeValue(param, value, say) }
  })
}

/** One value of a saved version, which kept it as text. */
export function describeChange(
  param: Param,
  value: string,
  say: (words: { zh: string; en: string }) => string,
  yesNo: { readonly yes: string; readonly no: string },
): string {
  if (param.type === 'switch') return value === 'true' ? yesNo.yes : yesNo.no
  return writeValue(param, value, say) ?? value
}

function writeValue(
  param: Param,
  value: ParamValues[string],
  say: (words: { zh: string; en: string }) => string,
): string | null {
  const labelOf = (text: string) => {
    const option = param.options?.find(candidate => candidate.value === text)
    return option ? say(option.label) : text
  }
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    if (value.length === 0) return null
    return value.map(item => (typeof item === 'string' ? labelOf(item) : `${item.name}: ${item.value}`)).join(', ')
  }
  return labelOf(String(value))
}
