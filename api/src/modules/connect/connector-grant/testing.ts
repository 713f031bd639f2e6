import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CANARY, newConnector } from '../../../testing/objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'

/** Answers whatever code with tokens, until the process ends. */
async function startTokenServer(): Promise<string> {
  const tokens = JSON.stringify({ access_token: CANARY, refresh_token: CANARY, expires_in: 60 })
  const http = createHttpServer((_req, res) => res.setHeader('content-type', 'application/json').end(tokens))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  http.unref()
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/token` // listening on TCP
}

export const createSamples: CreateSamples = server => {
  /** A connector that signs in by an authorization code; the platform's form does not matter here. */
  const granting = async (world: World): Promise<string> => {
    const { id } = await newConnector(world)
    server.engine.seen.grant = {
      authorizationUrl: 'https://idp.test/auth',
      tokenUrl: await startTokenServer(),
      clientId: 'c',
      clientSecret: CANARY,
      style: 'body',
      scope: '',
    }
    return id
  }
  const body = { redirect_uri: 'https://console.test/connector/grant' }
  return {
    'connectorGrant.get': async world => ({ params: { id: await granting(world) } }),
    'connectorGrant.begin': async world => ({ params: { id: await granting(world) }, body }),
    'connectorGrant.finish': async world => {
      const id = await granting(world)
      const state = unique('state-of-the-sample-call')
      const verifier = await server.vault.seal(world.tenantId, `grant-request/${id}`, 'verifier')
      await server.database.withTenant(world.tenantId, async tx => {
        await tx.execute(
          `insert into grant_request (state_hash, connector_id, env, user_id, verifier, redirect_uri, expires_at)
           values (sha256($1::bytea), $2, 'production', $3, $4, $5, now() + interval '1 hour')`,
          [Buffer.from(state), id, world.userId, verifier, body.redirect_uri],
        )
      })
      return { body: { state, code: 'code' } }
    },
  }
}
