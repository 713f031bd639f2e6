import { type FieldSpec, flatName, flattenFields, lineField } from '@sluice/contract'
import type { SourceDraft } from '../types.ts'

/** Lists that can be flattened: those of the record, and those inside lists that are flattened already. */
export function listLists(fields: readonly FieldSpec[], flatten: readonly string[]): string[] {
  const rows = flattenFields(fields, flatten)
  const isList = ({ type }: FieldSpec): boolean => type === 'array'
  const top = fields.filter(isList).map(field => field.name)
  const inside = flatten.flatMap(list => {
    const prefix = flatName(list, '')
    return rows
      .filter(field => isList(field) && field.name.startsWith(prefix))
      .map(field => `${list}.${field.name.slice(prefix.length)}`)
  })
  return [...new Set([...top, ...inside])]
}

/** With other lists: the number of their rows joins the key, what came of lists that are out leaves it. */
export function changeFlatten(draft: SourceDraft, flatten: readonly string[]): Partial<SourceDraft> {
  const before = draft.flatten ?? []
  // What lies inside a list that is out is out with it.
  const kept = flatten.filter(list => {
    const around = list.split('.').slice(0, -1).join('.')
    return around === '' || !before.includes(around) || flatten.includes(around)
  })
  const gone = before.filter(list => !kept.includes(list)).map(list => flatName(list, ''))
  const key = draft.key.filter(name => !gone.some(prefix => name.startsWith(prefix)))
  const added = kept.filter(list => !before.includes(list)).map(lineField)
  return {
    flatten: kept.length === 0 ? undefined : [...kept],
    key: [...key, ...added.filter(name => !key.includes(name))],
  }
}
