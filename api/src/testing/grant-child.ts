import { createEgress, type GrantClient } from '@sluice/connector-kit'
import { createVault, openDatabase } from '@sluice/db'
import { createGrants } from '@sluice/engine'

/** What another process of the product does with a grant: many workers ask for a token at the same moment. */
export interface GrantChildOrder {
  readonly databaseUrl: string
  /** base64 */
  readonly masterKey: string
  readonly tenantId: string
  readonly connectorId: string
  readonly client: GrantClient
  readonly workers: number
  readonly stale: string | null
  /** How often each worker finds its token refused and asks for another one. Default 1. */
  readonly rounds?: number
}

process.on('message', async (order: GrantChildOrder) => {
  const database = await openDatabase({ url: order.databaseUrl, poolSize: 4 })
  const keys = { current: 'k1', keys: new Map([['k1', Buffer.from(order.masterKey, 'base64')]]) }
  const vault = createVault(database, keys, Date.now)
  const egress = createEgress({ allowPrivate: true })
  const grant = createGrants({ database, vault, egress, now: Date.now }).lend(
    order.tenantId,
    order.connectorId,
    'production',
  )
  const ask = async (): Promise<string[]> => {
    const tokens: string[] = []
    for (let round = 0; round < (order.rounds ?? 1); round += 1)
      tokens.push((await grant.token(order.client, tokens.at(-1) ?? order.stale)).value)
    return tokens
  }
  const ends = await Promise.allSettled(Array.from({ length: order.workers }, ask))
  process.send?.(ends.flatMap(each => (each.status === 'fulfilled' ? each.value : [`failed: ${each.reason}`])))
  await egress.close()
  await database.close()
  process.disconnect()
})
