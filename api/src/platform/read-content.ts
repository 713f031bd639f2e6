import { Failure, parseJson, type Value } from '@sluice/contract'
import { parse as parseYaml } from 'yaml'
import { explainJson, explainYaml } from './explain-syntax.ts'

/** What somebody pasted or uploaded as JSON or YAML, with every numeral of JSON kept. @throws Failure `invalid.importSyntax` */
export function readContent(text: string): Value {
  const bare = text.replace(/^\uFEFF/, '')
  const isJson = /^\s*[[{]/.test(bare)
  try {
    if (isJson) return parseJson(bare)
    return parseYaml(bare, { schema: 'core', maxAliasCount: 100 }) as Value // YAML's core schema gives JSON's kinds
  } catch (cause) {
    const message = isJson ? explainJson(bare) : explainYaml(bare, cause)
    throw new Failure({ code: 'invalid.importSyntax', field: 'text', message, cause })
  }
}
