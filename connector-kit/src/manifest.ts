import { Failure, Param, type ParamInput, type ParamValues, Words } from '@sluice/contract'
import { z } from 'zod'
import { expiryParam } from './credential-params.ts'

/** What a connector says about itself. The console draws every form from it. */
export const Manifest = z.object({
  /** Folder name: `postgresql`. */
  id: z.string().regex(/^[a-z0-9-]{2,40}$/),
  name: Words,
  /** Where the console lists it. */
  group: z.enum(['database', 'file', 'general', 'self', 'ecommerce', 'erp', 'oa', 'crm', 'wms', 'queue', 'other']),
  describe: Words,
  /** Two letters and a colour stand for a logo. */
  icon: z.object({ text: z.string().max(2), color: z.string().regex(/^#[0-9A-F]{6}$/i) }),
  roles: z.array(z.enum(['source', 'target'])).min(1),
  params: z.array(Param),
  sourceParams: z.array(Param).default([]),
  targetParams: z.array(Param).default([]),
  helpLink: z.string().optional(),
  /** Tenants may add interfaces to it as API assets. */
  takesAssets: z.boolean().optional(),
  /** Tenants may write down statements for it as adapters. */
  takesStatements: z.boolean().optional(),
  /** Its sources have `follow`: `changes` of tables, after what is there; or the messages of a `queue` as they come. */
  follows: z.enum(['changes', 'queue']).optional(),
  /** Its connectors sign in by access that a person grants to each. */
  isGranted: z.boolean().optional(),
  /** A language model: its connectors answer the assistant. */
  converses: z.boolean().optional(),
})
export type Manifest = z.output<typeof Manifest>
export type ManifestInput = Omit<z.input<typeof Manifest>, 'params' | 'sourceParams' | 'targetParams'> & {
  params: ParamInput[]
  sourceParams?: ParamInput[]
  targetParams?: ParamInput[]
}

/** Checks the manifest once, at import. @throws when a field name repeats or a `when` points nowhere */
export function defineManifest(input: ManifestInput): Manifest {
  const manifest = withExpiry(Manifest.parse(input))
  for (const list of [manifest.params, manifest.sourceParams, manifest.targetParams]) {
    const names = list.map(param => param.field)
    const repeated = names.find((name, index) => names.indexOf(name) !== index)
    if (repeated !== undefined) throw new Error(`manifest ${manifest.id}: field ${repeated} is declared twice`)
    const dangling = list.find(param => param.when && !names.includes(param.when.field))
    if (dangling) throw new Error(`manifest ${manifest.id}: ${dangling.field} depends on an unknown field`)
  }
  return manifest
}

/** Whatever has a secret may have one that ends. */
export const withExpiry = (manifest: Manifest): Manifest =>
  manifest.params.some(param => param.encryption) && !manifest.params.some(param => param.field === expiryParam.field)
    ? { ...manifest, params: [...manifest.params, expiryParam] }
    : manifest

/** Every problem of a set of values against its parameter list, with the field's name. Empty when all is well. */
export function checkParams(params: readonly Param[], values: ParamValues): { field: string; message: string }[] {
  const problems = Object.keys(values)
    .filter(field => !params.some(param => param.field === field))
    .map(field => ({ field, message: `unknown parameter ${field}` }))
  for (const param of params) {
    if (!isActive(param, params, values)) continue
    const problem = checkValue(param, values[param.field] ?? param.default ?? null)
    if (problem !== null) problems.push({ field: param.field, message: problem })
  }
  return problems
}

/** Values with defaults filled in and inactive ones left out. @throws Failure `params.invalid` at the first problem */
export function parseParams(params: readonly Param[], values: ParamValues): ParamValues {
  const problem = checkParams(params, values)[0]
  if (problem) throw new Failure({ code: 'params.invalid', message: problem.message, field: problem.field })
  return Object.fromEntries(
    params
      .filter(param => isActive(param, params, values))
      .map(param => [param.field, values[param.field] ?? param.default ?? null]),
  )
}

/** A parameter counts only while the one it depends on has the right value. */
export function isActive(param: Param, params: readonly Param[], values: ParamValues): boolean {
  if (!param.when) return true
  const { field, in: wanted } = param.when
  const current = values[field] ?? params.find(other => other.field === field)?.default
  return wanted.some(value => value === current)
}

function checkValue(param: Param, value: ParamValues[string]): string | null {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return param.is_required ? `${param.label.en} is required` : null
  if (param.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return `${param.label.en} must be a number`
    if (param.min !== undefined && value < param.min) return `${param.label.en} must be at least ${param.min}`
    if (param.max !== undefined && value > param.max) return `${param.label.en} must be at most ${param.max}`
    return null
  }
  if (param.type === 'switch') return typeof value === 'boolean' ? null : `${param.label.en} must be on or off`
  if (param.type === 'keyvalue' || param.type === 'multiselect' || param.type === 'columns')
    return Array.isArray(value) ? null : `${param.label.en} must be a list`
  if (typeof value !== 'string') return `${param.label.en} must be text`
  if (param.type === 'select' && !param.options?.some(option => option.value === value))
    return `${param.label.en} must be one of ${param.options?.map(option => option.value).join(', ')}`
  if (param.pattern !== undefined && !new RegExp(param.pattern).test(value))
    return `${param.label.en} has the wrong form`
  return null
}
