import type { Socket } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen, type StepPlan } from '@sluice/connector-kit/sql'
import { Failure, type TestStep } from '@sluice/contract'
import { explainSignIn, refuseHost } from './explain-sign-in.ts'
import type { Params } from './manifest.ts'
import { readRights } from './rights.ts'
import { Session } from './session.ts'

const GREETING_TIMEOUT_MS = 5000
/** The protocol version every server since 3.21 greets with. */
const PROTOCOL_VERSION = 10

/** Address, port, protocol, sign-in and rights, one after the other. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  let socket: Socket | undefined
  let session: Session | undefined
  const plans: StepPlan[] = [
    ...planDial(context.egress, params.host, params.port, 10_000, dialled => {
      socket = dialled
    }),
    { name: 'protocol', run: async () => describeGreeting(await peekGreeting(socket), params) },
    {
      name: 'auth',
      run: async () => {
        // The same socket: a greeting left unanswered counts as an attack on the server.
        session = await Session.open(params, context, socket).catch(error => explainSignIn(error, params, context))
        return session.version
      },
    },
    { name: 'permission', run: async () => describeRights(session) },
  ]
  try {
    yield* runSteps(() => context.now(), plans)
  } finally {
    await session?.close()
    socket?.destroy()
  }
}

/** The first bytes of the server, put back for the driver. */
async function peekGreeting(socket: Socket | undefined): Promise<Buffer> {
  if (!socket) return Buffer.alloc(0)
  return new Promise(resolve => {
    const settle = (bytes: Buffer) => {
      clearTimeout(timer)
      socket.removeAllListeners('readable')
      socket.removeListener('close', onClose)
      resolve(bytes)
    }
    const onClose = () => settle(Buffer.alloc(0))
    const timer = setTimeout(onClose, GREETING_TIMEOUT_MS)
    socket.once('close', onClose)
    socket.once('readable', () => {
      const bytes: Buffer | null = socket.read()
      if (bytes) socket.unshift(bytes)
      settle(bytes ?? Buffer.alloc(0))
    })
  })
}

function describeGreeting(greeting: Buffer, params: Params): string {
  if (greeting.length > 5 && greeting[4] === PROTOCOL_VERSION)
    return greeting.subarray(5, greeting.indexOf(0, 5)).toString('latin1').slice(0, 60)
  if (greeting.length > 5 && greeting[4] === 0xff) {
    const said = greeting
      .subarray(7, 200)
      .toString('latin1')
      .replace(/^#\w{5}/, '')
    throw refuseHost(greeting.readUInt16LE(5), said, params)
  }
  const what = greeting.length === 0 ? 'something that says nothing when connected' : 'another kind of server'
  throw new Failure({
    code: 'connector.protocol',
    message: `${params.host}:${params.port} is ${what}, not a MySQL or MariaDB server.`,
    advice: 'Check the port; MySQL and MariaDB usually listen on 3306.',
  })
}

async function describeRights(session: Session | undefined): Promise<Seen> {
  if (!session) return {}
  const { rights, visible, readable, writable, mayCreate, repair } = await readRights(session)
  const mayNothing = rights.every(right => right.name === 'follow' || right.state === 'no')
  if (mayNothing && !mayCreate)
    throw new Failure({
      code: 'connector.permission',
      message: 'The user may neither read nor write any table of this database.',
      advice: 'Grant select (source) or select, insert and update (target) on the database.',
      repair,
    })
  return { detail: `${visible} tables and views; ${readable} to read, ${writable} to write`, rights }
}
