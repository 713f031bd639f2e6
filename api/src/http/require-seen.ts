import { allFields, type Mapping, STORED_RECORDS } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { listFinds, readInTurns } from '@sluice/engine'
import { refuse } from './refuse.ts'
import type { RouteContext } from './route-handler.ts'

/** Where the records of strategies are named. */
export interface Reads {
  readonly source?: { readonly resource: string } | undefined
  readonly mapping?: Mapping | undefined
}

/**
 * A role with a scope reaches no records of a strategy that it does not see, neither as a source nor by a look-up.
 * `before`: what is saved already stays, whoever saves beside it.
 * @throws Failure `notFound.strategy`
 */
export async function requireSeen(tx: Tx, ctx: RouteContext, reads: Reads, before: Reads = {}): Promise<void> {
  if (ctx.principal.groups === null) return
  // Long expressions are read bit by bit, or they would hold all other requests.
  if (reads.mapping) await readInTurns(reads.mapping)
  const kept = new Set(listRead(before))
  const hidden = await findHidden(
    tx,
    [...new Set(listRead(reads))].filter(id => !kept.has(id)),
  )
  if (hidden[0] !== undefined) throw refuse('notFound.strategy', { value: hidden[0] })
}

/** Objects of a connector without those that are strategies the role does not see. */
export async function dropHidden<T>(
  tx: Tx,
  ctx: RouteContext,
  objects: readonly T[],
  resourceOf: (object: T) => string,
): Promise<T[]> {
  const ids = objects.flatMap(each => readStored(resourceOf(each)))
  if (ctx.principal.groups === null || ids.length === 0) return [...objects]
  const hidden = new Set(await findHidden(tx, ids))
  return objects.filter(each => !readStored(resourceOf(each)).some(id => hidden.has(id)))
}

const listRead = ({ source, mapping }: Reads): string[] => [
  ...(source ? readStored(source.resource) : []),
  ...(mapping ? listFinds(allFields(mapping)).map(find => find.strategy_id) : []),
]

const readStored = (resource: string): string[] =>
  resource.startsWith(STORED_RECORDS) ? [resource.slice(STORED_RECORDS.length)] : []

/** The transaction sees what the role sees. */
async function findHidden(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string }>('select id::text from strategy where id::text = any($1)', [ids])
  const seen = new Set(rows.map(row => row.id))
  return ids.filter(id => !seen.has(id))
}
