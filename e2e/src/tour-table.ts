import type { Api } from './product.ts'
import { icon, type Stops } from './tour-stop.ts'

/** A strategy's records as a table, its panels, and the same for people without an account. */
export function listTables({ strategy, share }: { readonly strategy: string; readonly share: string }): Stops {
  const table = `/strategy/table/${strategy}`
  const drawer = '.ant-drawer .ant-drawer-body'
  const never = encodeURIComponent(encodeURIComponent(JSON.stringify(['r.key', 'equals', 'nothing', '', 'text'])))
  return {
    '/strategy/table/:strategy': [
      { name: 'table', path: table },
      { name: 'table-errors', path: `${table}?status=3&order=change` },
      { name: 'table-none', path: `${table}?where=${never}` },
      { name: 'table-columns', path: table, press: [icon('setting')], opens: drawer },
      { name: 'table-filter', path: table, press: ['#content .tb-title button'], opens: drawer },
      { name: 'table-share', path: table, press: [icon('share-alt')], opens: drawer },
    ],
    '/share/table/:id': [
      { name: 'shared-table', path: share },
      { name: 'shared-table-ended', path: `${share}x` },
    ],
  }
}

/** The link of a share that lasts, beside one that has ended. */
export async function shareTable(api: Api, strategy: string): Promise<string> {
  const view = {
    columns: [
      { of: 'record' as const, name: 'status' as const },
      { of: 'record' as const, name: 'number' as const },
      { of: 'record' as const, name: 'key' as const },
      { of: 'data' as const, name: 'created_at' },
    ],
    masks: { '2': 'ends' as const },
  }
  const params = { strategy }
  const { content: ended } = await api.strategyTable.share({ params, body: { title: '试用', view, days: 1 } })
  await api.strategyTable.revoke({ params: { strategy, id: ended.share.id } })
  const body = { title: '华东订单', view, embed_origins: ['https://intranet.example.com'] }
  return (await api.strategyTable.share({ params, body })).content.path
}
