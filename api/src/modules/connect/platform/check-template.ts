import type { ParamValue, PlatformTemplate } from '@sluice/contract'
import { type Engine, listVariables } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { MASK } from '../../../http/write-audit.ts'
import { findManifest, type Manifest } from './describe-platform.ts'

/** Whether connectors could be made of it and no secret would lie in the open. @throws Failure with the field */
export function checkTemplate(builtIn: Engine, template: PlatformTemplate): void {
  const base = findManifest(builtIn, template.base)
  if (!base) throw refuse('notFound.platform', { field: 'base', value: template.base })
  checkNames(template, base)
  const known = [...template.params.map(param => param.field), ...template.app.map(entry => `app.${entry.name}`)]
  for (const [field, value] of Object.entries(template.settings)) checkSetting({ template, base, known }, field, value)
  for (const { field, encryption } of base.params) {
    const own = template.params.find(param => param.field === field)
    if (encryption && own && !own.encryption && template.settings[field] === undefined) throw open(own.field)
  }
}

function checkNames({ params, app }: PlatformTemplate, base: Manifest): void {
  const fields = params.map(param => param.field)
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice !== undefined)
    throw refuse('invalid.paramTwice', { field: `params.${fields.lastIndexOf(twice)}.field`, value: twice })
  const dangling = params.findIndex(param => param.when && !fields.includes(param.when.field))
  if (dangling >= 0)
    throw refuse('invalid.paramWhen', { field: `params.${dangling}.when`, value: params[dangling]?.when?.field ?? '' })
  // A pattern is run on the server: only those that the product itself has written.
  const broken = params.findIndex(
    ({ pattern }) => pattern !== undefined && !base.params.some(each => each.pattern === pattern),
  )
  if (broken >= 0)
    throw refuse('invalid.pattern', { field: `params.${broken}.pattern`, value: params[broken]?.pattern ?? '' })
  const names = app.map(entry => entry.name)
  const again = names.find((name, index) => names.indexOf(name) !== index)
  if (again !== undefined) throw refuse('invalid.paramTwice', { field: 'app', value: again })
}

interface Checking {
  readonly template: PlatformTemplate
  readonly base: Manifest
  readonly known: readonly string[]
}

function checkSetting({ template, base, known }: Checking, field: string, value: ParamValue): void {
  const place = `settings.${field}`
  const param = base.params.find(each => each.field === field)
  if (!param) throw refuse('invalid.setting', { field: place, value: field })
  const names = listVariables(value)
  const strange = names.find(name => !known.includes(name))
  if (strange !== undefined) throw refuse('invalid.variable', { field: place, value: strange })
  if (!param.encryption) return
  // What the base keeps secret must not be written into a template that everybody may read.
  if (param.type === 'password' && names.length === 0 && value !== '')
    throw refuse('invalid.openSecret', { field: place, value: field })
  const plain = template.params.find(
    each => names.includes(each.field) && !each.encryption && param.type === 'password',
  )
  if (plain) throw open(plain.field)
}

const open = (field: string) => refuse('invalid.openParam', { field: 'params', value: field })

/** The template as it is stored and shown: secret values of the app are not in it. */
export const withoutSecrets = (template: PlatformTemplate): PlatformTemplate => ({
  ...template,
  app: template.app.map(entry => (entry.secret ? { ...entry, value: entry.value === '' ? '' : MASK } : entry)),
})
