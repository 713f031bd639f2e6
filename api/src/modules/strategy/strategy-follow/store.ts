import type { Tx } from '@sluice/db'

export interface ReaderRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string | null
  readonly connector_name: string | null
  readonly resource: string
  readonly state: 'following' | 'lost' | 'retired'
  readonly progress: unknown
  readonly lag: unknown
  readonly lag_at: string | null
  readonly retain: unknown
  readonly failure: unknown
  readonly updated_at: string
}

const MOST = 1000

export const listReaders = (tx: Tx): Promise<ReaderRow[]> =>
  tx.query<ReaderRow>(
    `select r.id, r.strategy_id, s.name as strategy_name, c.name as connector_name, r.resource, r.state, r.progress, r.lag,
            r.lag_at, r.source -> 'retain' as retain, r.failure, r.updated_at
       from follow_reader r
       left join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
       left join connector c on c.tenant_id = r.tenant_id and c.id = r.connector_id
      where r.tenant_id = app_tenant() order by r.created_at desc limit ${MOST}`,
  )
