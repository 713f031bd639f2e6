import type { Socket } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen, type StepPlan } from '@sluice/connector-kit/sql'
import { Failure, type TestStep } from '@sluice/contract'
import { explainSignIn } from './explain-sign-in.ts'
import type { Params } from './manifest.ts'
import { readRights } from './rights.ts'
import { Session } from './session.ts'

const ANSWER_TIMEOUT_MS = 5000
/** Length 8 and the code of SSLRequest: every PostgreSQL server answers it with one letter. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Address, port, protocol, sign-in and rights, one after the other. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  const { host, port } = params
  let socket: Socket | undefined
  let session: Session | undefined
  const plans: StepPlan[] = [
    ...planDial(context.egress, host, port, 10_000, dialled => {
      socket = dialled
    }),
    { name: 'protocol', run: async () => describeAnswer(await askForTls(socket), params) },
    {
      name: 'auth',
      run: async () => {
        session = await Session.open(params, context).catch(error => explainSignIn(error, params, context))
        return (await session.query('show server_version'))[0]?.[0] ?? undefined
      },
    },
    { name: 'permission', run: async () => describeRights(session, params) },
  ]
  try {
    yield* runSteps(() => context.now(), plans)
  } finally {
    socket?.destroy()
    await session?.close()
  }
}

/** One letter, `S` or `N`, from PostgreSQL; anything else or silence from everybody else. */
async function askForTls(socket: Socket | undefined): Promise<string> {
  if (!socket) return ''
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(''), ANSWER_TIMEOUT_MS)
    const settle = (answer: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    socket.once('data', (bytes: Buffer) => settle(bytes.toString('latin1').slice(0, 20)))
    socket.once('error', () => settle(''))
    socket.once('close', () => settle(''))
    socket.write(SSL_REQUEST)
  })
}

function describeAnswer(answer: string, params: Params): string {
  if (answer === 'S') return 'PostgreSQL, TLS offered'
  if (answer === 'N' && (params.ssl ?? 'disable') === 'disable') return 'PostgreSQL, no TLS'
  if (answer === 'N')
    throw new Failure({
      code: 'connector.tls',
      message: 'The server does not offer an encrypted connection.',
      advice: 'Set SSL mode to off, or switch SSL on at the server.',
    })
  const what = answer.startsWith('HTTP')
    ? 'a web server'
    : answer === ''
      ? 'something that gives no answer'
      : 'another kind of server'
  throw new Failure({
    code: 'connector.protocol',
    message: `${params.host}:${params.port} is ${what}, not a PostgreSQL server.`,
    advice: 'Check the port; PostgreSQL usually listens on 5432.',
  })
}

async function describeRights(session: Session | undefined, params: Params): Promise<Seen> {
  if (!session) return {}
  const { rights, readable, writable, mayCreate, repair } = await readRights(session, params.schema ?? '')
  if (readable + writable > 0) return { detail: `${readable} tables and views to read, ${writable} to write`, rights }
  if (mayCreate) return { detail: 'no tables yet; tables can be created', rights }
  throw new Failure({
    code: 'connector.permission',
    message: 'The user may neither read nor write any table of this database.',
    advice:
      'Grant select (source) or insert and update (target) on the tables and usage on their schema, or check the schema name.',
    repair,
  })
}
