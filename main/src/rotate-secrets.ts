import { Failure } from '@sluice/contract'
import { createResealer, createVault, type Database, type MasterKeys } from '@sluice/db'

export interface Rotated {
  readonly tenants: number
  readonly resealed: number
  /** Texts that could not be opened; their key stays. */
  readonly broken: number
}

/** New data keys for one tenant or for all, and every sealed text by them. The product may run meanwhile. */
export async function rotateSecrets(database: Database, keys: MasterKeys, code: string | null): Promise<Rotated> {
  const vault = createVault(database, keys, Date.now)
  const tenants = await database.withSystem(tx =>
    tx.query<{ id: string }>('select id from tenant where $1::text is null or code = $1 order by code', [code]),
  )
  if (code !== null && tenants.length === 0)
    throw new Failure({ code: 'tenant.missing', message: `There is no tenant ${code}.`, field: 'code', value: code })
  for (const { id } of tenants) await vault.rotate(id)
  const { resealed, broken } = await createResealer(database, vault, Date.now).run()
  return { tenants: tenants.length, resealed, broken }
}
