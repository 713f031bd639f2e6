import type { Tx } from '@sluice/db'

/**
 * Whether the caller's tenant runs the installation, which is the one it began with: its people may see machines and what
 * the processes measure; to all others that tells of a house that is not theirs.
 */
export async function runsInstallation(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ plain_names: boolean }>('select plain_names from tenant where id = app_tenant()')
  return rows[0]!.plain_names // the caller's own tenant
}
