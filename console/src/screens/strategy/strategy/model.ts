import {
  type FieldSpec,
  type FieldValue,
  type FindValue,
  type Mapping,
  type MappingField,
  type Resource,
  readFindText,
  type SourceConfig,
  type StrategyConfig,
  type TargetConfig,
  writeFindText,
} from '@sluice/contract'
import type { Draft, FieldChoice, SourceDraft, Strategy, TargetDraft } from './types.ts'

export const LONGEST_NAME = 100

/** The name with a tail, and with a number after it where that name is taken. */
export function nameCopy(name: string, tail: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? tail : `${tail} ${count}`
    const copy = `${name.slice(0, LONGEST_NAME - end.length)}${end}`
    if (!taken.has(copy)) return copy
  }
}

export const emptySource: SourceDraft = {
  connector_id: null,
  resource: null,
  options: {},
  key: [],
  number: null,
  idCheck: false,
  increment: null,
  pageSize: 1000,
}

const emptyTarget: TargetDraft = {
  connector_id: null,
  resource: null,
  options: {},
  mode: 'upsert',
  key: [],
}

export const newDraft = (timeZone: string): Draft => ({
  name: '',
  group: '',
  remark: '',
  tags: [],
  source: emptySource,
  target: emptyTarget,
  mapping: { copyAll: false, fields: [] },
  schedule: { cron: null, timeZone },
  retry: { maxAttempts: 8, firstDelaySeconds: 5 },
})

/** What a resource says its records are known by, as long as nothing was chosen. */
export function takeIdentity(draft: SourceDraft, { key, number, idCheck }: Resource): SourceDraft {
  if (draft.key.length > 0 || key.length === 0) return draft
  return { ...draft, key, ...(number !== undefined && { number }), ...(idCheck !== undefined && { idCheck }) }
}

/** null while a choice is missing. */
export function toSourceConfig(draft: SourceDraft): SourceConfig | null {
  if (draft.connector_id === null || draft.resource === null || draft.key.length === 0) return null
  const { number, increment, key, connector_id, resource, ...rest } = draft
  return {
    ...rest,
    connector_id,
    resource,
    key: [...key],
    ...(number === null ? {} : { number }),
    ...(increment === null ? {} : { increment }),
  }
}

/** null while a choice is missing. */
export function toTargetConfig(draft: TargetDraft): TargetConfig | null {
  if (draft.connector_id === null || draft.resource === null) return null
  return { ...draft, connector_id: draft.connector_id, resource: draft.resource, key: [...draft.key] }
}

/** null while a choice is missing. */
export function toConfig(draft: Draft): StrategyConfig | null {
  const source = toSourceConfig(draft.source)
  const target = toTargetConfig(draft.target)
  if (source === null || target === null) return null
  const { mapping, schedule, retry, remedy } = draft
  return { source, target, mapping, schedule, retry, ...(remedy ? { remedy } : {}) }
}

/** A saved strategy as something to be edited: what waits for its publication, else what is published. */
export function toDraft(strategy: Strategy): Draft {
  const { source, target, mapping, schedule, retry, remedy } = strategy.gate.draft?.config ?? strategy.config
  return {
    name: strategy.name,
    group: strategy.group,
    remark: strategy.remark,
    tags: strategy.tags,
    source: {
      ...emptySource,
      ...source,
      number: source.number ?? null,
      increment: source.increment ?? null,
    },
    target: { ...emptyTarget, ...target },
    mapping,
    schedule,
    retry,
    ...(remedy ? { remedy } : {}),
  }
}

/** What a strategy may begin with: a configuration whose connectors, and perhaps data, are still open. */
export type OpenConfig = Omit<StrategyConfig, 'source' | 'target'> & {
  readonly source: Omit<SourceConfig, 'connector_id' | 'resource' | 'key'> & {
    readonly resource?: string | undefined
    readonly key?: string[] | undefined
  }
  readonly target: Omit<TargetConfig, 'connector_id' | 'resource'> & { readonly resource?: string | undefined }
}

/** A new strategy of a template, over the connectors that were chosen for its places. */
export function fromTemplate(
  { source, target, mapping, schedule, retry, remedy }: OpenConfig,
  places: { readonly name: string; readonly source: string; readonly target: string; readonly zone: string },
): Draft {
  return {
    ...newDraft(places.zone),
    name: places.name,
    source: {
      ...emptySource,
      ...source,
      connector_id: places.source,
      resource: source.resource ?? null,
      key: source.key ?? [],
      number: source.number ?? null,
      increment: source.increment ?? null,
    },
    target: { ...emptyTarget, ...target, connector_id: places.target, resource: target.resource ?? null },
    mapping,
    schedule: { ...schedule, timeZone: schedule.cron === null ? places.zone : schedule.timeZone },
    retry,
    ...(remedy ? { remedy } : {}),
  }
}

// — mapping —

/** How the editor shows a value. `field` is a template that is nothing but one path. */
export type ValueKind = 'field' | FieldValue['kind']

const ONE_PATH = /^\{\{\s*(\["(?:[^"\\]|\\.)*"\]|[^|{}]+?)\s*\}\}$/

export function kindOf(value: FieldValue): ValueKind {
  if (value.kind !== 'template') return value.kind
  return value.template === '' || ONE_PATH.test(value.template) ? 'field' : 'template'
}

/** The path of a value that is nothing but one, else "". */
export const pathOf = (value: FieldValue): string =>
  value.kind === 'template' ? readPathText(ONE_PATH.exec(value.template)?.[1] ?? '') : ''

/** A name that could be taken for syntax is quoted: `{{["a.b"]}}`. */
export const toTemplate = (path: string): string =>
  path === '' ? '' : `{{${/[|{}"[\]]/.test(path) ? `[${JSON.stringify(path)}]` : path}}}`

function readPathText(text: string): string {
  if (!text.startsWith('["')) return text
  try {
    return (JSON.parse(text) as string[])[0] ?? '' // ["name"] is a JSON list of one text
  } catch {
    return text
  }
}

/** The value of a kind that keeps what the old one can give. */
export function changeKind(value: FieldValue, kind: ValueKind): FieldValue {
  const template = value.kind === 'template' ? value.template : value.kind === 'find' ? writeFind(value) : ''
  const fields = value.kind === 'lines' || value.kind === 'object' ? value.fields : []
  if (kind === 'field') return { kind: 'template', template: ONE_PATH.test(template) ? template : '' }
  if (kind === 'template') return { kind: 'template', template }
  if (kind === 'constant') return { kind: 'constant', value: '' }
  if (kind === 'expression')
    return { kind: 'expression', expression: pathOf(value) === '' ? '' : `row.${pathOf(value)}` }
  if (kind === 'lines') return { kind: 'lines', source: pathOf(value), fields }
  if (kind === 'find') return toFind(template)
  return { kind: 'object', fields }
}

/** A look-up as text where it is whole, so that nothing of it is lost with its form. */
const writeFind = (find: FindValue): string => (isWhole(find) ? writeFindText(find) : '')

/** Of a text that is a look-up that one, else a new one that asks with the text. */
function toFind(template: string): FindValue {
  return (
    tryFindText(template) ?? {
      kind: 'find',
      strategy_id: '',
      field: '',
      where: [{ field: '', equals: template.trim() }],
    }
  )
}

/** null: the text is no look-up, or not a whole one. */
export function tryFindText(template: string): FindValue | null {
  try {
    return readFindText(template)
  } catch {
    return null
  }
}

export const isWhole = ({ strategy_id, field, where }: FindValue): boolean =>
  strategy_id !== '' && field !== '' && where.length > 0 && where.every(each => each.field !== '' && each.equals !== '')

export const isMapped = (field: MappingField): boolean => {
  const { value } = field
  if (value.kind === 'template') return value.template.trim() !== ''
  if (value.kind === 'expression') return value.expression.trim() !== ''
  if (value.kind === 'lines' || value.kind === 'object') return value.fields.some(isMapped)
  if (value.kind === 'find') return isWhole(value)
  return true
}

/** One row per field of the target, in its order; what is mapped beyond it follows. */
export function completeFields(fields: readonly MappingField[], target: readonly FieldSpec[]): MappingField[] {
  const known = new Map(fields.map(field => [field.target, field]))
  const rows = target.map(spec => {
    const field = known.get(spec.name) ?? newField(spec)
    known.delete(spec.name)
    const value = field.value
    if ((value.kind !== 'lines' && value.kind !== 'object') || !spec.fields) return field
    return { ...field, value: { ...value, fields: completeFields(value.fields, spec.fields) } }
  })
  return [...rows, ...known.values()]
}

function newField(spec: FieldSpec): MappingField {
  if (spec.type === 'array' && spec.fields)
    return { target: spec.name, value: { kind: 'lines', source: '', fields: spec.fields.map(newField) } }
  if (spec.type === 'object' && spec.fields)
    return { target: spec.name, value: { kind: 'object', fields: spec.fields.map(newField) } }
  return { target: spec.name, value: { kind: 'template', template: '' } }
}

/** What is saved: fields without a value are left out. */
export function pruneMapping(mapping: Mapping): Mapping {
  const { derived, leftOut = [], ...fields } = { ...mapping, fields: pruneFields(mapping.fields) }
  const rest = leftOut.length === 0 ? fields : { ...fields, leftOut }
  const named = pruneFields(derived ?? []).filter(({ target }) => target !== '')
  return named.length === 0 ? rest : { ...rest, derived: named }
}

const pruneFields = (fields: readonly MappingField[]): MappingField[] =>
  fields.filter(isMapped).map(field => {
    const { value } = field
    if (value.kind !== 'lines' && value.kind !== 'object') return field
    return { ...field, value: { ...value, fields: pruneFields(value.fields) } }
  })

/** Source fields one may pick at a place: inside lines the line's own come first, the header's after them. */
export function listChoices(source: readonly FieldSpec[], listName: string | null): FieldChoice[] {
  const header = flatten(source, '')
  const list = listName === null ? undefined : source.find(field => field.name === listName)
  if (!list) return header
  const own = flatten(list.fields ?? [], '')
  const names = new Set(own.map(choice => choice.path))
  return [...own, ...header.map(choice => (names.has(choice.path) ? { ...choice, path: `$.${choice.path}` } : choice))]
}

function flatten(fields: readonly FieldSpec[], prefix: string): FieldChoice[] {
  return fields.flatMap(field => {
    const path = `${prefix}${field.name}`
    const own = { path, field }
    return field.type === 'object' && field.fields ? [own, ...flatten(field.fields, `${path}.`)] : [own]
  })
}
