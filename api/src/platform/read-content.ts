import { parseJson, type Value } from '@sluice/contract'
import { parse as parseYaml } from 'yaml'
import { refuse } from './refuse.ts'

/** What somebody pasted or uploaded as JSON or YAML, with every numeral of JSON kept. @throws Failure `invalid.import` */
export function readContent(text: string): Value {
  try {
    if (/^\s*[[{]/.test(text)) return parseJson(text)
    return parseYaml(text, { schema: 'core', maxAliasCount: 100 }) as Value // YAML's core schema gives JSON's kinds
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : ''
    throw refuse('invalid.import', { field: 'text', value: reason })
  }
}
