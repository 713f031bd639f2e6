import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@sluice/db'

/** A PostgreSQL of its own whose log can be followed, at a port of 127.0.0.1. */
export async function startLogicalServer(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-logical-'))
  const server = await startEmbedded({
    dataDir,
    settings: { wal_level: 'logical', fsync: 'off', max_replication_slots: '40', max_wal_senders: '40', ...settings },
  })
  const door = createServer(socket => {
    const inner = connect(join(server.socketDir, '.s.PGSQL.5432'))
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo // it listens on TCP
  const params = { host: '127.0.0.1', port, database: 'postgres', username: 'sluice', password: 'none' }
  return {
    params,
    url: `postgresql://sluice@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await new Promise(resolve => {
        door.close(resolve)
        door.unref()
        resolve(undefined)
      })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
