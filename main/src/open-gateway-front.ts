import { createBareServer } from '@sluice/api/bare-server'
import type { Settings } from './env.ts'
import type { Front } from './front.ts'
import { type GatewayParts, openGateway } from './open-gateway.ts'

/** A server for the gateway alone, on HOST and GATEWAY_PORT, or PORT where the process serves nothing else. */
export async function openGatewayFront(settings: Settings, parts: GatewayParts): Promise<Front> {
  const { database, engine, log } = parts
  const { proxies, connections } = settings
  const server = await createBareServer({ database, engine, log, now: Date.now, proxies, connections })
  const gateway = await openGateway(settings, parts)
  gateway.mount(server.app)
  const url = await server.app.listen({ host: settings.host, port: settings.gatewayPort ?? settings.port })
  return {
    url,
    admin: null,
    async close() {
      await server.close({ waitMs: settings.drainWaitMs })
      await gateway.stop()
    },
  }
}
