import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen } from '@sluice/connector-kit/sql'
import { type Failure, type Right, type TestStep, toFailure } from '@sluice/contract'
import { listTables } from './catalog.ts'
import { Client } from './client.ts'
import type { Params } from './manifest.ts'

/** Dials, signs in, looks for the database and tells what the user may do. Nothing is written. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  const url = new URL(params.url)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  let client: Client | null = null
  let failure: Failure | undefined
  const failAt = (codes: RegExp): void => {
    if (failure && codes.test(failure.code)) throw failure
  }
  yield* runSteps(
    () => context.now(),
    [
      ...planDial(context.egress, url.hostname.replace(/^\[|\]$/g, ''), port, 10_000, socket => socket.destroy()),
      {
        name: 'protocol',
        run: async () => {
          client = await Client.open(params, context).catch((error: unknown) => {
            failure = toFailure(error)
            return null
          })
          failAt(/^(?!connector\.(auth|permission|place)$)/)
          return client ? `ClickHouse ${client.version}` : undefined
        },
      },
      {
        name: 'auth',
        run: async () => {
          failAt(/^connector\.auth$/)
          return params.username
        },
      },
      {
        name: 'permission',
        run: async () => {
          failAt(/./)
          return client ? tellRights(client, params) : undefined
        },
      },
    ],
  )
}

async function tellRights(client: Client, { database, username }: Params): Promise<Seen> {
  const tables = await listTables(client)
  const [profile] = await client.rows("select value from system.settings where name = 'readonly'")
  const isShut = profile?.[0] === '1'
  const grant = (what: string): string =>
    `GRANT ${what} ON \`${database.replaceAll('`', '\\`')}\`.* TO \`${username.replaceAll('`', '\\`')}\``
  const told = (what: string) => ({
    advice: 'If it is to be so, an administrator of the server runs this.',
    repair: grant(what),
  })
  const tell = (name: 'write' | 'create', what: string): Right =>
    isShut
      ? makeRight(name, 'no', { detail: 'the profile of the user is read-only', ...told(what) })
      : makeRight(name, 'unknown', { detail: 'shows when it is done for the first time', ...told(what) })
  const granted = client.isAtLeast(20, 5) ? await readGrants(client) : null
  if (granted === null || isShut)
    return {
      detail: `${tables.length} tables and views`,
      rights: [makeRight('read', 'yes'), tell('write', 'INSERT'), tell('create', 'CREATE TABLE')],
    }
  const has = (pattern: RegExp) => granted.some(line => pattern.test(line) && isAbout(line, database))
  const right = (name: 'read' | 'write' | 'create', what: string): Right =>
    has(new RegExp(`\\b(?:ALL|${what.replace(' TABLE', '( TABLE)?')})\\b`))
      ? makeRight(name, 'yes')
      : makeRight(name, 'unknown', { detail: 'a role may give it', ...told(what) })
  return {
    detail: `${tables.length} tables and views`,
    rights: [right('read', 'SELECT'), right('write', 'INSERT'), right('create', 'CREATE TABLE')],
  }
}

/** Lines of SHOW GRANTS; null where the server does not tell. */
async function readGrants(client: Client): Promise<string[] | null> {
  try {
    return (await client.rows('show grants')).map(([line]) => line ?? '')
  } catch {
    return null
  }
}

const isAbout = (line: string, database: string): boolean => {
  const [, place = ''] = / ON (\S+)/.exec(line) ?? []
  return place === '*.*' || place.replaceAll('`', '') === `${database}.*`
}
