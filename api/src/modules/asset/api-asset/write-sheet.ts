import { type ApiAsset, type AssetField, type Data, toJson, type Value } from '@sluice/contract'

const parts = ['request', 'otherRequest', 'response', 'otherResponse'] as const

/** Rows of an interface as `parseSheet` reads them: one a field; what has no column stands as JSON on the first. */
export function* listSheetRows(group: string, doc: ApiAsset): Generator<Data> {
  const { name, method, api, type, request, otherRequest, response, otherResponse, ...rest } = doc
  const head = { api_name: name, method, api, type, group }
  let settings: Data = { settings: toJson(rest as unknown as Value) } // a document of JSON
  const groups = { request, otherRequest, response, otherResponse }
  for (const part of parts)
    for (const row of listFields(groups[part], '')) {
      yield { ...head, part, ...row, ...settings }
      settings = {}
    }
  if ('settings' in settings) yield { ...head, ...settings }
}

function* listFields(fields: readonly AssetField[], parent: string): Generator<Data> {
  for (const {
    field,
    label = '',
    type,
    is_required,
    default: given = '',
    describe = '',
    place = '',
    fields: below,
  } of fields) {
    yield {
      parent,
      field,
      label,
      field_type: type,
      is_required: is_required ? '1' : '',
      default: given,
      place,
      describe,
    }
    if (below) yield* listFields(below, parent === '' ? field : `${parent}.${field}`)
  }
}
