import { createAdministrationSamples } from './administration-samples.ts'
import { approvalParams, assetSamples } from './asset-samples.ts'
import { createIdentitySamples } from './identity-samples.ts'
import { createModuleSamples } from './module-samples.ts'
import { CANARY, newStrategy } from './objects.ts'
import { createOwnSamples } from './own-samples.ts'
import { createPublishSamples } from './publish-samples.ts'
import { own, type Sample, type Samples, type World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

/** Nobody decides their own. */
async function othersApproval(server: TestServer, world: World): Promise<Sample> {
  const sample = await approvalParams(world)
  await server.database.withTenant(world.tenantId, tx =>
    tx.execute('update approval set applicant_id = gen_random_uuid() where id = $1', [sample.params?.['id']]),
  )
  return sample
}

const nothing = async (): Promise<Sample> => ({})

const accountSamples: Samples = {
  'passport.loginKey': nothing,
  'passport.login': async () => ({ body: { encodedata: 'a.b.c' } }),
  'passport.refresh': async () => ({ body: { refresh_token: 'unknown-token-unknown-token' } }),
  'passport.logout': own(),
}

/** One valid call of every route, on objects of its own, so that the order of calls does not matter. */
export const createSamples = (server: TestServer): Samples => ({
  ...createModuleSamples(server),
  ...accountSamples,
  ...createIdentitySamples(server, CANARY),
  ...createPublishSamples(server, newStrategy),
  ...createAdministrationSamples(server),
  ...createOwnSamples(server),
  ...assetSamples,
  'approval.approve': async world => ({ ...(await othersApproval(server, world)), body: {} }),
  'approval.refuse': async world => ({ ...(await othersApproval(server, world)), body: { opinion: 'too early' } }),
})
