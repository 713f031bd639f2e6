import {
  type Connection,
  type Connector,
  type ConnectorContext,
  parseParams,
  readMailGrant,
} from '@sluice/connector-kit'
import type { ParamValues, Resource } from '@sluice/contract'
import { AttachmentSource } from './attachment-source.ts'
import { testConnection } from './connection-test.ts'
import { mailFields } from './fields.ts'
import { MailSource } from './mail-source.ts'
import { Mailbox } from './mailbox.ts'
import { manifest, Params, SourceOptions } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'

/** Nobody reads so long a list. */
const MAX_FOLDERS = 5000

/** Mails of the folders of one mailbox. */
const imap: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  readGrant: values => readMailGrant(Params.parse(values)),
  open: async (values, context) => openMailbox(Params.parse(values), context),
}
export default imap

function openMailbox(params: Params, context: ConnectorContext): Connection {
  const open = (signal?: AbortSignal) => Session.open(params, context, signal)
  const openSource = (folder: string, given: ParamValues, key: readonly string[]) => {
    const values = parseParams(manifest.sourceParams, given)
    const options = SourceOptions.parse(values)
    const mailbox = new Mailbox(open, folder, options)
    return options.content === 'mails'
      ? new MailSource(mailbox)
      : new AttachmentSource({ mailbox, files: context.files, options, values, key })
  }
  return {
    test: () => testConnection(params, context),
    async discover() {
      const session = await open()
      try {
        return (await session.listFolders()).slice(0, MAX_FOLDERS).map(({ path }) => describeFolder(path))
      } finally {
        await session.close()
      }
    },
    async describe(folder, options) {
      const source = openSource(folder, options, [])
      try {
        if (source instanceof AttachmentSource)
          return { ...describeFolder(folder), key: [], fields: await source.describe() }
        await source.check()
        return { ...describeFolder(folder), fields: [...mailFields] }
      } finally {
        await source.close()
      }
    },
    openSource: async ({ resource, options, key }) => openSource(resource, options, key),
    close: async () => undefined,
  }
}

const describeFolder = (path: string): Resource => ({
  id: path,
  label: path,
  kind: 'table',
  direction: 'source',
  fields: [],
  key: ['id'],
})
