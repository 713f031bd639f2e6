import type { Param, ParamValues } from '@sluice/contract'
import type { Template } from './types.ts'

/** The parameter by which platforms of the product choose how to sign in. */
const CHOICE = 'auth'
const ADDRESS = 'base_url'

/** The letters of an icon: one Chinese character, or the initials of two words, or the beginning of one. */
export function lettersOf(name: string): string {
  const [first = [], second] = name.split(/[^\p{L}\p{N}]+/u).flatMap(word => (word === '' ? [] : [[...word]]))
  const [letter = ''] = first
  if (/\p{Script=Han}/u.test(letter)) return letter
  return (second ? [letter, second[0]] : first.slice(0, 2)).join('').toUpperCase().slice(0, 2)
}

/** A code that the name gives by itself; empty where it has too few letters of ASCII. */
export function codeOf(name: string): string {
  const code = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return code.length < 2 ? '' : code
}

/** A new name, with the code and the letters that followed the old one. */
export function rename(template: Template, name: string): Partial<Template> {
  const { icon, code } = template
  return {
    name,
    ...(code === codeOf(template.name) && { code: codeOf(name) }),
    ...(icon.text === lettersOf(template.name) && { icon: { ...icon, text: lettersOf(name) } }),
  }
}

/** Ways to sign in among which a connector chooses; empty: it is not asked. */
export const listWays = (params: readonly Param[]): NonNullable<Param['options']> =>
  params.find(param => param.field === CHOICE)?.options ?? []

/** Settles some values for all connectors. What the platform says already stays, and so does another way to sign in. */
export function settle(template: Template, values: Readonly<Record<string, string>>): Template {
  const isOpen = template.oauth2 === null && template.settings[CHOICE] === undefined
  if (!isOpen || !listWays(template.params).some(way => way.value === values[CHOICE])) return template
  const settings: ParamValues = { ...values, ...template.settings }
  const params = template.params.flatMap((param): Param[] => {
    const { when, ...rest } = param
    if (param.field in settings) return []
    if (when?.field !== CHOICE) return [param]
    return when.in.some(each => each === values[CHOICE]) ? [sayName(rest, settings)] : []
  })
  return { ...template, settings, params }
}

/** Under which name a secret travels, where that is settled: nothing else tells two keys apart. */
function sayName(param: Param, settings: ParamValues): Param {
  const name = settings[`${param.field}_name`]
  if (typeof name !== 'string' || name === '' || param.describe) return param
  return { ...param, describe: { zh: name, en: name } }
}

/** An address that connectors begin with, and a way to sign in; only where nothing is said yet. */
export function takeProposal(template: Template, address: string, way: Readonly<Record<string, string>>): Template {
  const settled = settle(template, way)
  const takes = (param: Param): boolean => address !== '' && param.field === ADDRESS && param.default === undefined
  if (!settled.params.some(takes)) return settled
  return { ...settled, params: settled.params.map(param => (takes(param) ? { ...param, default: address } : param)) }
}

/** Values for the form of a connector; what its platform does not ask for is left out. */
export const proposeValues = (
  params: readonly Param[],
  address: string,
  way: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...(address !== '' && { [ADDRESS]: address }), ...way }).filter(([field]) =>
      params.some(param => param.field === field),
    ),
  )

/**
 * The template for another way to sign in; null: each connector chooses. `whole` has every parameter of the base; what
 * was changed in one and what was added stays.
 */
export function chooseWay(template: Template, whole: readonly Param[], way: string | null): Template {
  const { [CHOICE]: _, ...settings } = template.settings
  const known = whole.map(param => ({ ...param, ...template.params.find(each => each.field === param.field) }))
  const own = template.params.filter(param => !whole.some(each => each.field === param.field))
  const open = { ...template, settings, params: [...known, ...own] }
  return way === null ? open : settle(open, { [CHOICE]: way })
}
