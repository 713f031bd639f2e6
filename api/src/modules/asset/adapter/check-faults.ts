import { Adapter } from '@sluice/contract'
import { parseLocale } from '../../../http/parse-input.ts'
import type { RouteContext } from '../../../http/route-handler.ts'

export interface Fault {
  readonly field: string
  readonly message: string
}

/** A document read from a file: the adapter, or every fault at its field, in the caller's language. */
export function checkFaults(
  doc: unknown,
  at: string,
  { language, tell }: Pick<RouteContext, 'language' | 'tell'>,
): { readonly doc: Adapter } | { readonly faults: Fault[] } {
  const parsed = Adapter.safeParse(doc, { error: parseLocale(language) })
  if (parsed.success) return { doc: parsed.data }
  const faults = parsed.error.issues.slice(0, 50).flatMap(issue => {
    const path = [at, ...issue.path.map(String)].join('.')
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map(key => `${path}.${key}`) : [path]
    const message = issue.code === 'custom' ? tell(issue.message) : issue.message
    return fields.map(field => ({ field, message }))
  })
  return { faults }
}
