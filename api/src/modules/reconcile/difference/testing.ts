import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const line = async (world: World): Promise<string> => {
    const { id } = await newReconAccount(world)
    return server.database.withTenant(world.tenantId, async tx => {
      const [row] = await tx.query<{ id: string }>(
        `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date)
         values ($1, '\\x01', 100, 'CNY', now(), current_date) returning id`,
        [id],
      )
      return row!.id // an insert answers with its row
    })
  }
  const key = async (world: World) => ({ params: { key: `a${await line(world)}` } })
  const evidence = async (world: World) => {
    const [id, subject] = [crypto.randomUUID(), await line(world)]
    const written = await server.uploads.write(world.tenantId, id, (async function* () {})())
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into recon_evidence (id, kind, subject_id, name, media_type, size_bytes, sha256, path, created_by)
         values ($1, 'a', $2, 'proof.txt', 'text/plain', 0, '\\x00', $3, $4)`,
        [id, subject, written.path, world.userId],
      ),
    )
    return { params: { id } }
  }
  return {
    'difference.list': own(),
    'difference.sums': own(),
    'difference.export': own(),
    'difference.people': own(),
    'difference.assign': async world => ({
      body: { lines: [{ side: 'a', id: await line(world), version: 0 }], due_on: '2999-01-01' },
    }),
    'difference.comments': key,
    'difference.comment': async world => ({ ...(await key(world)), body: { text: 'asked the shop' } }),
    'difference.evidence': key,
    'difference.attach': async world => ({ ...(await key(world)), file: 'what the platform said' }),
    'difference.download': evidence,
    'difference.detach': evidence,
  }
}
