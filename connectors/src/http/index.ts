import { createHttpConnector } from '@sluice/connector-kit/http'
import { readSettings } from './connection.ts'
import { manifest } from './manifest.ts'
import { readRecord, readText } from './read-values.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { readSourcePlan } from './source.ts'
import { readTargetPlan } from './target.ts'

/** Any HTTP endpoint that answers in JSON; the resource is its path. */
export default createHttpConnector({
  manifest,
  sentences: { zh, tw, pt },
  connect: readSettings,
  endpoints: [],
  resolve: (path, options, role) => ({
    id: path,
    label: path,
    key: [],
    ...(role === 'source' ? { read: readSourcePlan(path, options) } : { write: readTargetPlan(path, options) }),
  }),
  // A header may name another method than the request has.
  mayChange: ({ options }) =>
    readSourcePlan('/', options).method !== 'GET' ||
    Object.keys(readRecord(options, 'request_headers') ?? {}).length > 0,
  probe: params => {
    const path = readText(params, 'test_path')
    return path === undefined ? null : { path, test: {} }
  },
})
