import type { BSON, Document, Filter } from 'mongodb'
import { badFilter } from './failure.ts'

/** They run scripts on the server. */
const SCRIPTS = ['$where', '$function', '$accumulator']

/** The filter that a person wrote, as a query; '' is everything. @throws Failure `source.condition` */
export function parseFilter(text: string, bson: typeof BSON): Filter<Document> {
  if (text.trim() === '') return {}
  let filter: unknown
  try {
    filter = bson.EJSON.parse(text, { relaxed: false })
  } catch (cause) {
    throw badFilter('The filter is no JSON.', cause)
  }
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter) || '_bsontype' in filter)
    throw badFilter('The filter is no document: it must stand in curly brackets.')
  const script = findScript(filter)
  if (script !== null) throw badFilter(`The filter holds ${script}, which runs a script on the server.`)
  return filter as Filter<Document> // a document
}

function findScript(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = SCRIPTS.includes(name) ? name : findScript(inner)
    if (found !== null) return found
  }
  return null
}
