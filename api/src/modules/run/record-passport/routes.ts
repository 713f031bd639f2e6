import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, withOwnPlatforms } from '../../connect/platform/index.ts'
import type { PassportRecord, recordPassport } from './contract.ts'
import { ASKED_ROWS, findRelated, type Joined, type RelatedRecord } from './find-related.ts'
import { type ConnectorOfRecord, findByTexts, findRecords, type LifeRow, listConnectors } from './store.ts'
import { type Life, tellLife, versionKey } from './tell-life.ts'

export const createRecordPassportRoutes = ({
  engine,
}: {
  readonly engine: Engine
}): Handlers<typeof recordPassport> => ({
  get: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const [self] = await findRecords(tx, params.strategy, [params.id])
      if (!self) throw refuse('notFound.record')
      const { records, isCut } = await findRelated(self, await findJoined(engine, tx, self), texts =>
        findByTexts(tx, texts),
      )
      const rows = records.map(({ row }) => row)
      const life = await tellLife(tx, rows, ctx.tell)
      const connectorIds = rows.flatMap(row => [row.source_connector_id, row.target_connector_id])
      const connectors = await listConnectors(
        tx,
        connectorIds.filter(id => id !== null),
      )
      const known = await withOwnPlatforms(engine, tx)
      return {
        records: records.map(record => describe(known, record, life, connectors, ctx)),
        events: [...life.events],
        is_cut: isCut || life.isCut,
      }
    }),
})

/** Those the caller may not see are left out, like any record. */
async function findJoined({ records }: Engine, tx: Tx, { strategy_id: strategyId, id }: LifeRow): Promise<Joined> {
  const at = { strategyId, id }
  const documents: LifeRow[] = []
  for (const each of await records.findGroupsOf(tx, at))
    documents.push(...(await findRecords(tx, each.strategyId, [each.id])))
  const rows = await records.findRowsOf(tx, at, ASKED_ROWS)
  return { documents, rows: rows ? await findRecords(tx, rows.strategyId, rows.ids) : [] }
}

function describe(
  engine: Engine,
  { row, relation, via }: RelatedRecord,
  { versions }: Life,
  connectors: readonly ConnectorOfRecord[],
  { language, tell }: RouteContext,
): PassportRecord {
  const version = versions.get(versionKey(row.strategy_id, row.version))
  const side = (connectorId: string | null, resource: string | null | undefined) => {
    const found = connectors.find(connector => connector.id === connectorId)
    const { platform_name, platform_icon } = describeBadge(engine, found?.platform_id ?? '', language)
    return { connector_name: found?.name ?? '', platform_name, platform_icon, resource: resource ?? '' }
  }
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    strategy_name: row.strategy_name,
    relation,
    via,
    key: row.key,
    number: row.number,
    status: row.status,
    version: row.version,
    attempts: row.attempts,
    target_key: row.target_key,
    error_message: row.error_message && tell(row.error_message),
    retry_at: row.retry_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    source: side(row.source_connector_id, version?.source_resource),
    target: side(row.target_connector_id, version?.target_resource),
  }
}
