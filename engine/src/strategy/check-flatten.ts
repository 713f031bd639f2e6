import { type CheckLine, type FieldSpec, flattenFields, type Resource, type StrategyConfig } from '@sluice/contract'

/** The source as its rows are: the lists that are flattened give way to the fields of their elements. */
export const flattenResource = (resource: Resource | null, { source }: StrategyConfig): Resource | null =>
  resource && { ...resource, fields: flattenFields(resource.fields, source.flatten ?? []) }

/** What flattening needs: lists that are there, in an order that reaches them, and nothing that speaks of whole records. */
export function checkFlatten({ source }: StrategyConfig, resource: Resource | null): CheckLine[] {
  const { flatten = [], deletes, follow } = source
  const lines: CheckLine[] = []
  const add = (level: CheckLine['level'], message: string): unknown =>
    lines.push({ level, group: 'source', item: 'source.flatten', message, field: 'source.flatten' })
  if (flatten.length === 0) return lines
  if ((deletes && deletes.policy !== 'ignore') || follow)
    add(
      'error',
      'Flattened rows cannot follow deletions: a deletion names the whole record. Leave deletions alone, or do not flatten.',
    )
  for (const [index, list] of flatten.entries()) {
    const around = list.split('.').slice(0, -1).join('.')
    if (around !== '' && !flatten.slice(0, index).includes(around))
      add('error', `The list ${list} lies inside ${around}, which is to be flattened before it.`)
    else if (resource && resource.fields.length > 0 && !hasList(resource.fields, flatten.slice(0, index), list))
      add('warning', `The source has no list ${list}, as far as discovery knows.`)
  }
  return lines
}

const hasList = (fields: readonly FieldSpec[], before: readonly string[], list: string): boolean =>
  flattenFields(fields, before).some(field => field.name === list.replaceAll('.', '_'))
