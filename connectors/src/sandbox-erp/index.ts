import { createHttpConnector } from '@sluice/connector-kit/http'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { erpSources } from './source.ts'
import { erpTargets, erpTest } from './target.ts'

/** The simulated ERP; see the sandbox room. */
export default createHttpConnector({
  manifest,
  sentences: { tw, pt },
  connect: params => ({
    baseUrl: String(params['base_url']).trim(),
    headers: {},
    auth: {
      kind: 'login',
      url: '/auth/login',
      fields: { app_id: String(params['app_id']), app_secret: String(params['app_secret']) },
      tokenPath: 'SessionToken',
      expiresPath: 'ExpiresIn',
      header: 'X-Session-Token',
      prefix: '',
    },
    skipTlsVerify: false,
    maxConcurrent: Number(params['max_concurrent']),
  }),
  endpoints: [...erpTargets, ...erpSources],
  probe: () => ({ path: '/api/material?page_size=1', test: erpTest }),
})
