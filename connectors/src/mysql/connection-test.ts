import type { Socket } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { planDial, runSteps, type StepPlan } from '@sluice/connector-kit/sql'
import { Failure, type TestStep } from '@sluice/contract'
import type { Params } from './manifest.ts'
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
        session = await Session.open(params, context, socket)
        return session.version
      },
    },
    { name: 'permission', run: async () => countTables(session) },
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
  if (greeting.length > 5 && greeting[4] === 0xff)
    throw new Failure({
      code: 'connector.busy',
      message: `The server refuses connections: ${greeting
        .subarray(7, 200)
        .toString('latin1')
        .replace(/^#\w{5}/, '')}.`,
      retry: 'later',
      advice: 'Ask the administrator to let this host in (FLUSH HOSTS) or to raise max_connections.',
    })
  const what = greeting.length === 0 ? 'something that says nothing when connected' : 'another kind of server'
  throw new Failure({
    code: 'connector.protocol',
    message: `${params.host}:${params.port} is ${what}, not a MySQL or MariaDB server.`,
    advice: 'Check the port; MySQL and MariaDB usually listen on 3306.',
  })
}

async function countTables(session: Session | undefined): Promise<string> {
  const rows =
    (await session?.query('select count(*) from information_schema.tables where table_schema = database()')) ?? []
  const grants = (await session?.query('show grants')) ?? []
  const text = grants.map(([grant]) => String(grant)).join('\n')
  const mayWrite = /\b(?:ALL PRIVILEGES|INSERT)\b/i.test(text)
  const mayRead = /\b(?:ALL PRIVILEGES|SELECT)\b/i.test(text)
  // Rights may also come through a role, which shows no word here.
  if (!mayRead && !mayWrite && !/GRANT [`'][^`']+[`'](?:@\S+)? TO/i.test(text))
    throw new Failure({
      code: 'connector.permission',
      message: 'The user may neither read nor write any table of this database.',
      advice: 'Grant select (source) or select, insert and update (target) on the database.',
    })
  return `${String(rows[0]?.[0] ?? 0)} tables and views; may ${[mayRead && 'read', mayWrite && 'write'].filter(Boolean).join(' and ') || 'use what its roles allow'}`
}
