import type { RouteDef } from '@sluice/contract'
import type { z } from 'zod'

/**
 * Whether a call can tell anything new of its route: what the contract takes reaches it, and is always sent; what it refuses
 * is answered by one step for all, so each of its sentences is sent once.
 */
export function makeSieve(schema: RouteDef['body']): (sent: unknown) => boolean {
  const told = new Set<string>()
  return sent => {
    const { error } = (schema as z.ZodType).safeParse(JSON.parse(JSON.stringify(sent))) // a schema is the thin view of a zod type
    const sentence = error?.issues.map(({ code, message }) => `${code} ${message}`).join() ?? ''
    const isNew = error === undefined || !told.has(sentence)
    told.add(sentence)
    return isNew
  }
}
