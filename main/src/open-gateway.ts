import { hkdfSync } from 'node:crypto'
import type { Database, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { createGateway, type Gateway } from '@sluice/gateway'
import type { Logger } from 'pino'
import type { Settings } from './env.ts'

export interface GatewayParts {
  readonly database: Database
  readonly vault: Vault
  readonly engine: Engine
  readonly masterKey: Buffer
  readonly log: Logger
}

/** What other programs call, to be mounted on a server. */
export const openGateway = (
  { proxies, gatewayOrigin }: Pick<Settings, 'proxies' | 'gatewayOrigin'>,
  { database, vault, engine, masterKey, log }: GatewayParts,
): Promise<Gateway> =>
  createGateway({
    ...{ database, vault, log },
    certificateHeader: proxies.certificate,
    servesPages: gatewayOrigin !== null,
    records: engine.records,
    runs: engine.runs,
    assets: engine.connections,
    // A token that one process made is known to all.
    tokenKey: new Uint8Array(hkdfSync('sha256', masterKey, '', 'gateway-token', 32)),
    now: Date.now,
  })
