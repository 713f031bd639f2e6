import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

/** After a change: what screens show of adapters and approvals is asked again. */
export async function refreshAdapters(client: QueryClient): Promise<void> {
  const keys = [
    api.adapter.list.key(),
    api.adapter.get.key(),
    api.adapter.versions.key(),
    api.adapter.references.key(),
    api.adapter.inherited.key(),
    api.approval.list.key(),
    api.approval.policy.key(),
    api.apiAsset.list.key(),
    api.apiAsset.get.key(),
    api.notice.list.key(),
  ]
  await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}
