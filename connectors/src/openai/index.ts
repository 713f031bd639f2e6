import { createHttpConnector } from '@sluice/connector-kit/http'
import type { ParamValues } from '@sluice/contract'
import { answerTest, converse } from './converse.ts'
import { manifest } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'

/** Within the 55 s in which a call of the console is answered, so that the asker hears whose fault it was. */
const TIMEOUT_MS = 50_000

/** A language model behind the interface that OpenAI made common. */
export default createHttpConnector({
  manifest,
  sentences: { zh, tw, pt },
  connect: params => ({
    baseUrl: String(params['base_url']).trim(),
    headers: {},
    auth: readAuth(params),
    skipTlsVerify: false,
    timeoutMs: TIMEOUT_MS,
  }),
  endpoints: [
    {
      id: 'model.list',
      label: '模型列表 Models',
      key: ['id'],
      fields: [
        { name: 'id', type: 'string' },
        { name: 'object', type: 'string' },
        { name: 'created', type: 'int' },
      ],
      read: { method: 'GET', path: 'models', pagination: { kind: 'none' }, listPath: 'data', test: answerTest },
    },
  ],
  probe: () => ({ path: 'models', test: answerTest }),
  converse,
})

function readAuth(params: ParamValues) {
  const token = typeof params['api_key'] === 'string' ? params['api_key'].trim() : ''
  return token === '' ? ({ kind: 'none' } as const) : ({ kind: 'bearer', token } as const)
}
