import {
  ApiError,
  type FieldSpec,
  judgeTest,
  type Param,
  type ParamValues,
  type Resource,
  strategyStates,
  type TestStep,
} from '@sluice/contract'
import type { ConnectorForm, Env, Platform, Use } from './types.ts'

/** Groups as the console lists them; a group that is not here comes last. */
const groupOrder = ['database', 'file', 'general', 'ecommerce', 'erp', 'wms', 'crm', 'oa', 'queue', 'self', 'other']

/** The platforms of an answer in one line: the tenant's own, then groups in the console's order. */
export function listPlatforms(groups: Readonly<Record<string, readonly Platform[]>>): Platform[] {
  const rank = (group: string) => (groupOrder.indexOf(group) + groupOrder.length + 1) % (groupOrder.length + 1)
  return Object.keys(groups)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(group => groups[group] ?? [])
    .toSorted((a, b) => Number(b.is_own) - Number(a.is_own))
}

export interface PlatformFilter {
  readonly group: string | null
  readonly keyword: string
}

/** Every word of the keyword must occur in name, id or description. */
export function filterPlatforms(platforms: readonly Platform[], { group, keyword }: PlatformFilter): Platform[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return platforms.filter(platform => {
    if (group !== null && platform.group !== group) return false
    const text = `${platform.name} ${platform.id} ${platform.describe}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

export interface TestSummary {
  readonly isPassed: boolean
  readonly isUnproven: boolean
  /** It only waits for a person who grants access. */
  readonly needsGrant: boolean
  /** The first step that failed. */
  readonly failed: TestStep | null
  readonly elapsedMs: number
}

/** A test without a step has proved nothing, so it has not passed. */
export function summarizeTest(steps: readonly TestStep[]): TestSummary {
  const state = judgeTest(steps)
  return {
    isPassed: state === 'ok',
    // It answers; whether it lets this credential read, nobody has seen.
    isUnproven: steps.some(({ rights = [] }) =>
      rights.some(right => right.name === 'read' && right.state === 'unknown'),
    ),
    needsGrant: state === 'untested',
    failed: steps.find(step => !step.ok) ?? null,
    elapsedMs: steps.reduce((sum, step) => sum + step.elapsedMs, 0),
  }
}

/** One message at one place of the form, as antd's `setFields` takes it. */
export interface FormProblem {
  readonly name: string[]
  readonly errors: string[]
}

/** The problems of a refused save by field; empty when the refusal names none of the form's fields. */
export function readProblems(error: unknown): FormProblem[] {
  const byField = new Map<string, string[]>()
  for (const entry of contentOf(error)) {
    const { field, message } = entry
    if (typeof field !== 'string' || typeof message !== 'string' || !isFormField(field)) continue
    byField.set(field, [...(byField.get(field) ?? []), message])
  }
  return [...byField].map(([field, errors]) => ({ name: splitField(field), errors }))
}

const ownFields: readonly string[] = ['name', 'env', 'remark', 'rate_per_second', 'concurrency']
const isFormField = (field: string): boolean => ownFields.includes(field) || field.startsWith('params.')

// A parameter's name holds no dot, but what follows it may: `params.headers.0.name` is said at `headers`.
const splitField = (field: string): string[] => field.split('.').slice(0, 2)

/** The step of the wizard in which a problem is mended. */
export const stepOf = (problem: FormProblem): 'basic' | 'params' => (problem.name[0] === 'params' ? 'params' : 'basic')

/** The strategies that stand in the way of a delete; null when the error is another one. */
export function readUses(error: unknown): Use[] | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return contentOf(error).flatMap(readUse)
}

function readUse({ id, name, status }: Record<string, unknown>): Use[] {
  const state = strategyStates.find(known => known === status)
  return typeof id === 'string' && typeof name === 'string' && state !== undefined ? [{ id, name, status: state }] : []
}

function contentOf(error: unknown): Record<string, unknown>[] {
  const content = error instanceof ApiError ? error.body?.content : null
  if (!Array.isArray(content)) return []
  return content.filter(entry => typeof entry === 'object' && entry !== null)
}

export const isSecret = (param: Param): boolean => param.encryption || param.type === 'password'

/** Parameters without what must not be written to the browser's storage. */
export function dropSecrets(params: readonly Param[], values: ParamValues): ParamValues {
  const open = new Set(params.filter(param => !isSecret(param)).map(param => param.field))
  // A field the platform does not know could be a secret, so only known open fields stay.
  return Object.fromEntries(Object.entries(values).filter(([field]) => open.has(field)))
}

/** Labels of secrets of the platform, to say which must be entered again after a reload. */
export const listSecrets = (params: readonly Param[]): Param[] => params.filter(isSecret)

/** The wizard's entries as kept over a reload; null when there are none for this platform or they cannot be read. */
export function parseDraft(draft: unknown, platformId: string): ConnectorForm | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { platform, form } = draft as { platform?: unknown; form?: unknown }
  if (platform !== platformId || typeof form !== 'object' || form === null) return null
  return readForm(form as Record<string, unknown>)
}

function readForm(form: Record<string, unknown>): ConnectorForm {
  const { name, env, remark, params, rate_per_second, concurrency } = form
  return {
    name: typeof name === 'string' ? name : '',
    env: isEnv(env) ? env : 'production',
    remark: typeof remark === 'string' ? remark : '',
    ...(typeof rate_per_second === 'number' && { rate_per_second }),
    ...(typeof concurrency === 'number' && { concurrency }),
    // Written by `writeDraft` alone; a wrong value is caught by the form's rules and by the server.
    params: typeof params === 'object' && params !== null ? (params as ParamValues) : {},
  }
}

/** Texts that a link proposes for parameters that say nothing of their own yet. Secrets never stand in an address. */
export function readProposal(params: readonly Param[], text: string | undefined, known: ParamValues): ParamValues {
  try {
    const proposed: unknown = JSON.parse(text ?? '')
    if (typeof proposed !== 'object' || proposed === null) return {}
    const free = params.filter(param => {
      const value = known[param.field] ?? null
      const isPlain = (param.type === 'text' || param.type === 'select') && !isSecret(param)
      return isPlain && (value === null || value === param.default)
    })
    return Object.fromEntries(
      Object.entries(proposed).filter(
        ([field, value]) => typeof value === 'string' && free.some(param => param.field === field),
      ),
    )
  } catch {
    return {} // no link, or one that somebody changed
  }
}

const isEnv = (value: unknown): value is Env => value === 'production' || value === 'test' || value === 'development'

export const writeDraft = (platform: Platform, form: ConnectorForm) => ({
  platform: platform.id,
  form: { ...form, params: dropSecrets(platform.connector_params, form.params) },
})

/** Whether two sets of sent parameters are the same, so that a test result still stands. */
export const isSameParams = (a: ParamValues | null, b: ParamValues | null): boolean =>
  JSON.stringify(sortEntries(a)) === JSON.stringify(sortEntries(b))

const sortEntries = (values: ParamValues | null) =>
  values === null ? null : Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Why a file may not be uploaded; null when it may. */
export function checkFile(file: { readonly size: number }, maxBytes: number): 'empty' | 'large' | null {
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'large' : null
}

/** A field as a row of the table; lines and objects have their fields below them. */
export interface FieldRow extends Omit<FieldSpec, 'fields'> {
  /** Places from the top: unique even where a far system names two fields alike. */
  readonly path: string
  readonly isIncrement: boolean
  readonly children?: FieldRow[]
}

export function toFieldRows({ fields, key, increment }: Pick<Resource, 'fields' | 'key' | 'increment'>): FieldRow[] {
  return fields.map((field, index) => {
    const row = toRow(field, `${index}`)
    return {
      ...row,
      isKey: field.isKey === true || key.includes(field.name),
      isIncrement: increment?.includes(field.name) ?? false,
    }
  })
}

function toRow({ fields, ...field }: FieldSpec, path: string): FieldRow {
  const children = fields?.map((child, index) => toRow(child, `${path}.${index}`))
  return { ...field, path, isIncrement: false, ...(children && children.length > 0 && { children }) }
}
