import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { workOnRemoteFiles } from '@sluice/connector-kit/files'
import { testConnection } from './connection-test.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { openStore } from './store.ts'

/** Files of one directory of an FTP server. */
const ftp: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openServer(Params.parse(values), context),
}
export default ftp

function openServer(params: Params, context: ConnectorContext): Connection {
  const open = () => openStore(() => Session.open(params, context), params.directory || '.')
  return {
    test: () => testConnection(params, context),
    ...workOnRemoteFiles({ manifest, context, pattern: params.pattern || '*', open }),
    close: async () => undefined,
  }
}
