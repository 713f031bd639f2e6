import { newId } from '@sluice/contract'
import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type Sample, type World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const rule = { finished_days: 30, error_days: null, log_days: 14, run_days: null, replaced_days: 3, archive: true }
  const before = '2026-01-01T00:00:00Z'
  const named = async (world: World): Promise<{ id: string; name: string }> => {
    const { id } = await newStrategy(world)
    const [row] = await server.database.withTenant(world.tenantId, tx =>
      tx.query<{ id: string; name: string }>('select id, name from strategy where id = $1', [id]),
    )
    return row! // made a moment ago
  }
  const archiveParams = async (world: World): Promise<Sample> => {
    const [id, strategy] = [newId(), await newStrategy(world)]
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into archive_file (id, strategy_id, path, pages, records, size_bytes, content_sha256, file_sha256, first_page,
           last_page, oldest, newest) values ($1, $2, 'x', 1, 1, 1, '', '', 1, 1, now(), now())`,
        [id, strategy.id],
      ),
    )
    return { params: { id } }
  }
  return {
    'storage.overview': own(),
    'storage.strategies': own({ query: { keyword: 'orders' } }),
    'storage.keep': own({ body: rule }),
    'storage.keepStrategy': async world => ({ params: { id: (await newStrategy(world)).id }, body: rule }),
    'storage.preview': async world => ({
      body: { strategy_id: (await newStrategy(world)).id, what: 'record', before, statuses: [2] },
    }),
    'storage.cleanUp': async world => {
      const { id, name } = await named(world)
      return { body: { strategy_id: id, what: 'page', before, confirm: name } }
    },
    'storage.archive': async world => ({ params: { id: (await newStrategy(world)).id }, body: { before } }),
    'storage.archives': own(),
    'storage.download': archiveParams,
    'storage.restore': archiveParams,
    'storage.jobs': own(),
    'storage.cancel': async world => {
      const { id } = await newStrategy(world)
      const job = await world.post<{ id: string }>(`/api/dh/lessee/storage/strategy/${id}/archive`, { before })
      return { params: { id: job.id } }
    },
  }
}
