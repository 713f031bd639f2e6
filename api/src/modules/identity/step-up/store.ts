import type { Tx } from '@sluice/db'

export async function readPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ password_hash: string }>(
    'select password_hash from app_user where tenant_id = app_tenant() and id = $1',
    [userId],
  )
  return row?.password_hash ?? null
}
