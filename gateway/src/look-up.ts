import { lookupKey, WILDCARD } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { z } from 'zod'
import type { BusinessAnswer } from './business.ts'
import { findMap, listMapped, type MissRules } from './map-rows.ts'
import { readObject } from './read-json.ts'
import { Refusal } from './refusal.ts'
import type { ApplicationRow } from './setting-rows.ts'

const MOST = 100

const Asked = z.strictObject({
  direction: z.enum(['forward', 'reverse']).default('forward'),
  values: z.array(z.string().max(1000)).min(1).max(MOST),
})

/** Values of one side of a map, each with what stands on the other. @throws Refusal */
export async function lookUp(
  tx: Tx,
  application: ApplicationRow,
  { mapId, body }: { readonly mapId: string | null; readonly body: Uint8Array },
): Promise<BusinessAnswer> {
  const parsed = Asked.safeParse(readObject(body))
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') || 'values'
    throw new Refusal('input', 'input', { value: path, path })
  }
  // One that is not published to it, another tenant's and one that is gone sound alike.
  const map = mapId !== null && application.map_ids.includes(mapId) ? await findMap(tx, mapId) : undefined
  if (!map || mapId === null) throw new Refusal('missing', 'missing')
  const { direction, values } = parsed.data
  const keys = [...new Set([...values.map(value => lookupKey(value, map)), WILDCARD])]
  const lines = Map.groupBy(await listMapped(tx, mapId, direction, keys), line => line.key)
  const content = values.map(value => {
    const found = lines.get(lookupKey(value, map)) ?? []
    const [line] = found.length > 0 ? found : (lines.get(WILDCARD) ?? [])
    const answer = line === undefined || line.answer === WILDCARD ? miss(map, direction, value) : line.answer
    return {
      value,
      answer,
      is_matched: found.length > 0,
      is_ambiguous: new Set(found.map(each => each.answer)).size > 1,
    }
  })
  return { content: JSON.stringify(content), rows: content.length, recordKeys: [] }
}

/** What the map says of values that no line holds. */
function miss(map: MissRules, direction: 'forward' | 'reverse', value: string): string | null {
  if (map.on_miss === 'keep') return value
  if (map.on_miss === 'error') return null
  return direction === 'forward' ? map.default_b : map.default_a
}
