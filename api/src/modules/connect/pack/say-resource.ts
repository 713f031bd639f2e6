import { type AssetField, type FieldSpec, isPackResource, type Resource, sayIn, toPackResource } from '@sluice/contract'
import { type Engine, sayInterface } from '@sluice/engine'
import type { RouteContext } from '../../../http/route-handler.ts'

/** An interface of a pack with its labels in the reader's language; other resources stay as they are. */
export function sayResource(
  { packs }: Pick<Engine['connections'], 'packs'>,
  resource: Resource,
  { language }: Pick<RouteContext, 'language'>,
): Resource {
  if (!isPackResource(resource.id)) return resource
  const found = packs()
    .flatMap(pack => pack.interfaces.map(each => ({ each, id: toPackResource(pack.manifest.id, each.code) })))
    .find(({ id }) => id === resource.id)
  if (!found) return resource
  const { name, type, request, response } = sayInterface(found.each, words => sayIn(words, language))
  return { ...resource, label: name, fields: relabel(resource.fields, type === 'QUERY' ? response : request) }
}

const relabel = (fields: readonly FieldSpec[], said: readonly AssetField[]): FieldSpec[] =>
  fields.map(field => {
    const known = said.find(each => each.field === field.name)
    if (!known) return field
    return {
      ...field,
      ...(known.label === undefined ? {} : { label: known.label }),
      ...(field.fields ? { fields: relabel(field.fields, known.fields ?? []) } : {}),
    }
  })
