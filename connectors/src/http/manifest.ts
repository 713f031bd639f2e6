import { defineManifest } from '@sluice/connector-kit'
import { connectionParams } from './params.ts'
import { sourceParams } from './source-params.ts'
import { targetParams } from './target-params.ts'

export const manifest = defineManifest({
  id: 'http',
  name: { zh: 'HTTP / REST 接口', en: 'HTTP / REST' },
  group: 'general',
  describe: {
    zh: '读写任何以 JSON 应答的 HTTP 接口：多种认证、分页、成功判断和增量时间窗。',
    en: 'Reads and writes any HTTP endpoint that answers in JSON: authentication, paging, success tests and time windows.',
  },
  icon: { text: 'HT', color: '#2F54EB' },
  roles: ['source', 'target'],
  params: connectionParams,
  sourceParams,
  targetParams,
})
