import type { Tx } from '@sluice/db'
import type { InstallationWhole } from './store.ts'

export type InstallationChange = Pick<
  InstallationWhole,
  | 'id'
  | 'ref'
  | 'version'
  | 'publisher'
  | 'flows'
  | 'connectors'
  | 'params'
  | 'objects'
  | 'title'
  | 'platforms'
  | 'document'
  | 'base'
  | 'previous'
  | 'previous_version'
>

/** Another version, or other values: all that is told of it, in one step. */
export const updateInstallation = (tx: Tx, row: InstallationChange): Promise<number> =>
  tx.execute(
    `update package_installation
        set ref = $2, version = $3, publisher = $4, flows = $5, connectors = $6, params = $7, objects = $8, title = $9,
            platforms = $10, document = $11, base = $12, previous = $13, previous_version = $14, lock = lock + 1,
            updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [
      ...[row.id, row.ref, row.version, row.publisher, row.flows],
      ...[JSON.stringify(row.connectors), JSON.stringify(row.params), JSON.stringify(row.objects)],
      ...[JSON.stringify(row.title), row.platforms, row.document, row.base, row.previous, row.previous_version],
    ],
  )

export const convertInstallation = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update package_installation set is_converted = true, lock = lock + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1 and not is_converted`,
    [id],
  )

export const deleteInstallation = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from package_installation where tenant_id = app_tenant() and id = $1', [id])
