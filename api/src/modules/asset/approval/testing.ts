import { newAdapter } from '../../../testing/asset-objects.ts'
import { type CreateSamples, own, type Sample, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'

/** A wish to publish, asked by whoever the world is. */
async function approvalParams(world: World): Promise<Sample> {
  await world.post('/api/dh/lessee/approval-policy', { is_required: true })
  const { id } = await newAdapter(world)
  const { approval_id } = await world.post<{ approval_id: string }>(`/api/dh/lessee/adapter/${id}/publish`, undefined)
  await world.post('/api/dh/lessee/approval-policy', { is_required: false })
  return { params: { id: approval_id } }
}
/** Nobody decides their own. */
async function othersApproval(server: TestServer, world: World): Promise<Sample> {
  const sample = await approvalParams(world)
  await server.database.withTenant(world.tenantId, tx =>
    tx.execute('update approval set applicant_id = gen_random_uuid() where id = $1', [sample.params?.['id']]),
  )
  return sample
}

export const createSamples: CreateSamples = server => ({
  'approval.list': own(),
  'approval.get': approvalParams,
  'approval.withdraw': approvalParams,
  'approval.policy': own(),
  'approval.savePolicy': own({ body: { is_required: false } }),
  'approval.approve': async world => ({ ...(await othersApproval(server, world)), body: {} }),
  'approval.refuse': async world => ({ ...(await othersApproval(server, world)), body: { opinion: 'too early' } }),
})
