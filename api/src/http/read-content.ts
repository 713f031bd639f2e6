import { Failure, type Value } from '@sluice/contract'
import { runApart } from '@sluice/engine'
import { explainJson } from './explain-syntax.ts'
import { MAX_VALUES, measureJson } from './measure-json.ts'
import { isJsonText, parseContent } from './parse-content.ts'
import { refuse } from './refuse.ts'
import type { RouteContext } from './route-handler.ts'

/** Who reads: the thread that is taken for it is one of the tenant's share. */
export type Reader = Pick<RouteContext, 'signal'> & {
  readonly principal: Pick<RouteContext['principal'], 'tenantId'>
}

/**
 * What somebody pasted or uploaded as JSON or YAML, with every numeral of JSON kept. JSON is measured and read here, YAML
 * on a thread of its own. @throws Failure `invalid.importSyntax`, `tooLarge.text`, `tooLarge.compute`
 */
export async function readContent(text: string, { principal, signal }: Reader): Promise<Value> {
  if (isJsonText(text)) return readJson(text)
  const module = new URL('./parse-content.ts', import.meta.url)
  return runApart<Value>({ module, name: 'parseBoundContent', given: [text], tenantId: principal.tenantId }, signal)
}

function readJson(text: string): Value {
  const excess = measureJson(text)
  if (excess === 'many') throw refuse('tooLarge.text', { field: 'text', value: String(MAX_VALUES) })
  if (excess === 'deep') throw new Failure({ code: 'invalid.importSyntax', field: 'text', message: explainJson(text) })
  return parseContent(text)
}
