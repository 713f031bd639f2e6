import { createAdministrationSamples } from './administration-samples.ts'
import { createIdentitySamples } from './identity-samples.ts'
import { createModuleSamples } from './module-samples.ts'
import { CANARY, newStrategy } from './objects.ts'
import { createOwnSamples } from './own-samples.ts'
import { createPublishSamples } from './publish-samples.ts'
import { own, type Sample, type Samples } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

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
})
