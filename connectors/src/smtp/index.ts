import { type Connection, type Connector, type ConnectorContext, makeRight, readMailGrant } from '@sluice/connector-kit'
import { planDial, runSteps } from '@sluice/connector-kit/sql'
import { type Failure, type Resource, type TestStep, toFailure } from '@sluice/contract'
import { missingResource } from './failure.ts'
import { mailFields } from './fields.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'

/** Mails through one SMTP server. */
const smtp: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  readGrant: values => readMailGrant(Params.parse(values)),
  open: async (values, context) => openServer(Params.parse(values), context),
}
export default smtp

const mail: Resource = {
  id: 'mail',
  label: '邮件 Mail',
  kind: 'endpoint',
  direction: 'target',
  fields: [...mailFields],
  key: [],
}

function openServer(params: Params, context: ConnectorContext): Connection {
  const expectMail = (id: string): void => {
    if (id !== mail.id) throw missingResource(id)
  }
  return {
    test: () => testConnection(params, context),
    discover: async () => [mail],
    async describe(id) {
      expectMail(id)
      return mail
    },
    async openTarget({ resource }) {
      expectMail(resource)
      const { MailTarget } = await import('./target.ts')
      return new MailTarget(params, context)
    },
    close: async () => undefined,
  }
}

/** Dials, encrypts, signs in. No mail is sent. */
async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  let failure: Failure | undefined
  yield* runSteps(
    () => context.now(),
    [
      ...planDial(context.egress, params.host, params.port, 10_000, socket => socket.destroy()),
      {
        name: 'protocol',
        run: async () => {
          const session = await Session.open(params, context).catch((error: unknown) => {
            failure = toFailure(error)
          })
          await session?.close()
          if (failure && failure.code !== 'connector.auth') throw failure
          return params.security === 'off' ? 'SMTP' : 'SMTP, TLS'
        },
      },
      {
        name: 'auth',
        run: async () => {
          if (failure) throw failure
          return params.username || undefined
        },
      },
      {
        name: 'permission',
        run: async () => ({
          detail: params.from,
          rights: [makeRight('write', 'unknown', { detail: 'sender and recipients are judged with each mail' })],
        }),
      },
    ],
  )
}
