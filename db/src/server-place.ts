import pg from 'pg'
import type { Database } from './database.ts'

/** Where a database is reached: as the driver reads the URL, and as the server says itself. */
export interface ServerPlaces {
  /** Host and port, or null for a unix socket of this machine. */
  readonly given: { readonly host: string; readonly port: number } | null
  /** Where the server listens: its address as this connection came to it, null over a unix socket; null where it listens on no port. */
  readonly told: { readonly address: string | null; readonly port: number } | null
}

/** A server behind a forwarder or a pooler has a door of its own, which it alone knows. @throws when it does not answer */
export async function findServerPlaces(database: Database): Promise<ServerPlaces> {
  const { host, port } = new pg.Client({ connectionString: database.url })
  const [row] = await database.withSystem(tx =>
    tx.query<{ address: string | null; port: number; listens: boolean }>(
      `select host(inet_server_addr()) as address, current_setting('port')::int as port,
              current_setting('listen_addresses') <> '' as listens`,
    ),
  )
  const told = row! // such a select has its one row
  return {
    given: host.startsWith('/') ? null : { host, port },
    told: told.listens ? { address: told.address, port: told.port } : null,
  }
}
