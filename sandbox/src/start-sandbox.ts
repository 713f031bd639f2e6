import { randomBytes } from 'node:crypto'
import { withAdmin } from './admin.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { listen, type RunningServer } from './server.ts'
import { createWorld } from './world.ts'

/** Two platforms on loopback that no tenant owns: read from one, write into the other, break both on purpose. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = createWorld(options)
  const { host = '127.0.0.1', shopPort = 0, erpPort = 0, live } = options
  const adminSecret = randomBytes(24).toString('base64url')
  const servers: RunningServer[] = []
  try {
    servers.push(await listen(withAdmin(world.shopHandler, adminSecret, world.actions), host, shopPort))
    servers.push(await listen(withAdmin(world.erpHandler, adminSecret, world.actions), host, erpPort))
  } catch (error) {
    await Promise.all(servers.map(server => server.close()))
    world.close()
    throw error
  }
  const [shopServer, erpServer] = servers as [RunningServer, RunningServer] // both were pushed above
  const timer = live === undefined ? undefined : setInterval(() => world.actions.add(live.orders), live.everyMs)
  timer?.unref()
  return {
    ...world.credentials,
    credentials: world.credentials,
    adminSecret,
    shop: world.probeShop(shopServer.url),
    erp: world.probeErp(erpServer.url),
    stats: world.actions.stats,
    setFaults: world.actions.setFaults,
    reset: world.actions.reset,
    async stop() {
      clearInterval(timer)
      world.abort()
      await Promise.all([shopServer.close(), erpServer.close()])
      world.close()
    },
  }
}
