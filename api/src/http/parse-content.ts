import { Failure, parseJson, type Value } from '@sluice/contract'
import { parseDocument } from 'yaml'
import { explainJson, explainYaml } from './explain-syntax.ts'
import { MAX_VALUES } from './measure-json.ts'
import { findYamlError, requireMeasuredYaml, requireShallowYaml, YAML_OPTIONS } from './read-yaml.ts'
import { refuse } from './refuse.ts'

/** `{` or `[` begins JSON; everything else is YAML. */
export const isJsonText = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text)

/**
 * JSON or YAML to values, with every numeral of JSON kept. The time that YAML takes grows with the square of its length
 * in many ways, so it is read apart (`readContent`, `runApart`). @throws Failure `invalid.importSyntax`
 */
export function parseContent(text: string): Value {
  const bare = text.replace(/^\uFEFF/, '')
  const isJson = isJsonText(bare)
  try {
    if (isJson) return parseJson(bare)
    return parseYaml(bare)
  } catch (cause) {
    const message = isJson ? explainJson(bare) : explainYaml(bare, cause)
    throw new Failure({ code: 'invalid.importSyntax', field: 'text', message, cause })
  }
}

function parseYaml(text: string): Value {
  requireShallowYaml(text)
  const document = parseDocument(text, YAML_OPTIONS)
  const error = findYamlError(document)
  if (error) throw error
  return document.toJS({ maxAliasCount: 100 }) as Value // YAML's core schema gives JSON's kinds
}

/** The same of no more values than a body may hold. @throws Failure `tooLarge.text` */
export function parseBoundContent(text: string): Value {
  if (!isJsonText(text)) requireMeasuredYaml(text, 'text')
  const content = parseContent(text)
  const open: unknown[] = [[content]]
  let values = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner: readonly unknown[] = Object.values(next as object)
    values += inner.length
    if (values > MAX_VALUES) throw refuse('tooLarge.text', { field: 'text', value: String(MAX_VALUES) })
    for (const each of inner) {
      if (typeof each === 'object' && each !== null) open.push(each)
      // JSON, as which it is handed on, would make it null.
      if (typeof each === 'number' && !Number.isFinite(each))
        throw refuse('invalid.configNumeral', { field: 'text', value: String(each) })
    }
  }
  return content
}
