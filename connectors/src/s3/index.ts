import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { workOnRemoteFiles } from '@sluice/connector-kit/files'
import { S3Client } from './client.ts'
import { testConnection } from './connection-test.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { S3Store } from './store.ts'

/** Objects of one bucket of an S3-compatible store. */
const s3: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openBucket(Params.parse(values), context),
}
export default s3

function openBucket(params: Params, context: ConnectorContext): Connection {
  const open = async () => new S3Store(new S3Client(params, context), params.prefix ?? '')
  return {
    test: () => testConnection(params, context),
    ...workOnRemoteFiles({ manifest, context, pattern: params.pattern || '*', open }),
    close: async () => undefined,
  }
}
