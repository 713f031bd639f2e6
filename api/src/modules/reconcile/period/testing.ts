import { newReconAccount } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

const MONTH = '2024-03'
const SETTLED = `opening_minor = 0, in_minor = 0, out_minor = 0, closing_minor = 0, b_minor = 0, a_count = 0, b_count = 0,
  carried_count = 0, late_count = 0, content_hash = '\\x00', points = '[]'`

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  /** An account whose books begin in March 2024, with that month in a state. */
  const month = async (world: World, state: string, also = ''): Promise<Sample> => {
    const { id } = await newReconAccount(world)
    const written = await server.archive.write(world.tenantId, id, (async function* () {})())
    await server.database.withTenant(world.tenantId, async tx => {
      await tx.execute(`update recon_account set opening_on = '2024-03-01' where id = $1`, [id])
      if (state === 'open') return
      await tx.execute(`insert into recon_period (account_id, month, state, archive_path) values ($1, $2, $3, $4)`, [
        ...[id, `${MONTH}-01`, state, written.path],
      ])
      await tx.execute(`update recon_period set ${SETTLED} where account_id = $1`, [id])
      if (also) await tx.execute(also, [id, `${MONTH}-01`])
    })
    return { params: { id, month: MONTH } }
  }
  return {
    'period.list': async world => ({ params: { id: (await newReconAccount(world)).id } }),
    'period.get': world => month(world, 'open'),
    'period.close': async world => ({ ...(await month(world, 'open')), body: { note: 'checked' } }),
    'period.reopen': async world => ({ ...(await month(world, 'closed')), body: { reason: 'a bill was missing' } }),
    'period.archive': world => month(world, 'closed'),
    'period.restore': world => month(world, 'archived'),
    'period.cancel': world =>
      month(
        world,
        'archiving',
        `insert into period_job (id, account_id, month, step) values (gen_random_uuid(), $1, $2, 'archive')`,
      ),
    'period.download': world => month(world, 'archived'),
  }
}
