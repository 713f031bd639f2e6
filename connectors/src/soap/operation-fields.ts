import type { FieldSpec } from '@sluice/contract'
import type { SoapField } from './wsdl.ts'

/** What an operation takes and gives, as far as anybody wants to see it: types may be wide, and hold themselves. */

export const MAX_FIELDS = 2000
const MAX_SEARCHED_DEPTH = 6
const MAX_SHOWN_DEPTH = 5

interface FoundList {
  readonly path: string
  readonly field: SoapField
}

/** The list of an answer that is nearest to its root: of records, and of texts where there is none. */
export function findList(root: SoapField): FoundList | null {
  let texts: FoundList | null = null
  let left = MAX_FIELDS
  let level: readonly FoundList[] = [{ path: '', field: root }]
  for (let depth = 0; depth < MAX_SEARCHED_DEPTH && level.length > 0; depth += 1) {
    const below: FoundList[] = []
    for (const { path, field } of level)
      for (const each of fieldsOf(field)) {
        if (left-- === 0) return texts
        const found = { path: path === '' ? each.name : `${path}.${each.name}`, field: each }
        if (each.isList && each.type().kind === 'fields') return found
        if (each.isList) texts ??= found
        below.push(found)
      }
    level = below
  }
  return texts
}

/** Fields level by level, so that what is near is there; `isCut`: there are more of them. */
export function listFields(root: SoapField): { readonly fields: FieldSpec[]; readonly isCut: boolean } {
  const fields: FieldSpec[] = []
  let left = MAX_FIELDS
  let level = [{ field: root, into: fields }]
  for (let depth = 0; depth < MAX_SHOWN_DEPTH && level.length > 0; depth += 1) {
    const below: typeof level = []
    for (const { field, into } of level)
      for (const each of fieldsOf(field)) {
        if (left-- === 0) return { fields, isCut: true }
        const spec = toSpec(each)
        into.push(spec)
        if (spec.fields) below.push({ field: each, into: spec.fields })
      }
    level = below
  }
  return { fields, isCut: false }
}

function fieldsOf(field: SoapField): readonly SoapField[] {
  const type = field.type()
  return type.kind === 'fields' ? type.fields : []
}

function toSpec({ name, isRequired, isList, type }: SoapField): FieldSpec {
  const inner = type()
  if (inner.kind === 'text') return { name, isRequired, type: isList ? 'array' : 'string', nativeType: inner.xsd }
  return { name, isRequired, type: isList ? 'array' : 'object', fields: [] }
}
