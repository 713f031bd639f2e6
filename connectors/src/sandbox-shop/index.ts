import { createHttpConnector } from '@sluice/connector-kit/http'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { shopEndpoints, shopTest } from './source.ts'

/** The simulated shop; see the sandbox room. */
export default createHttpConnector({
  manifest,
  sentences: { tw, pt },
  connect: params => ({
    baseUrl: String(params['base_url']).trim(),
    headers: {},
    auth: {
      kind: 'oauth2',
      tokenUrl: '/oauth/token',
      clientId: String(params['client_id']),
      clientSecret: String(params['client_secret']),
      style: 'body',
    },
    skipTlsVerify: false,
    maxConcurrent: Number(params['max_concurrent']),
  }),
  endpoints: shopEndpoints,
  probe: () => ({ path: '/api/products?limit=1', test: shopTest }),
})
