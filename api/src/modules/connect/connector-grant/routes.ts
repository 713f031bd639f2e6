import { createHash, randomBytes } from 'node:crypto'
import type { Tx, Vault } from '@sluice/db'
import type { Engine, Grants } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { connectorGrant, GrantStatus } from './contract.ts'
import { type ConnectorFacts, findConnector, findGrant, insertRequest, takeRequest } from './store.ts'

export interface ConnectorGrantDeps {
  readonly engine: Engine
  readonly vault: Vault
  readonly grants?: Grants
  readonly now: () => number
}

/** A person signs in and consents within this. */
const REQUEST_MS = 600_000
const CALLBACK_PATH = '/connector/grant'

export function createConnectorGrantRoutes(deps: ConnectorGrantDeps): Handlers<typeof connectorGrant> {
  return {
    get: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const { id, env } = await requireConnector(tx, params.id)
        return (await readStatus(tx, id, env, deps.now(), ctx)) ?? noGrant
      }),
    begin: ({ params, body }, ctx) => begin(deps, params.id, body.redirect_uri, ctx),
    finish: ({ body }, ctx) => finish(deps, body, ctx),
  }
}

async function requireConnector(tx: Tx, id: string): Promise<ConnectorFacts> {
  const row = await findConnector(tx, id)
  if (!row) throw refuse('notFound.connector')
  return row
}

/** RFC 7636: what proves that who brings the code is who asked for it. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
const hashState = (state: string): Buffer => createHash('sha256').update(state).digest()

async function begin({ vault, engine, now }: ConnectorGrantDeps, id: string, redirectUri: string, ctx: RouteContext) {
  if (new URL(redirectUri).pathname !== CALLBACK_PATH) throw refuse('invalid.input', { field: 'redirect_uri' })
  const connector = await ctx.tenant(tx => requireConnector(tx, id))
  const { authorizationUrl, clientId, scope } = await readTerms(engine, ctx.principal.tenantId, id)
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const sealed = await vault.seal(ctx.principal.tenantId, requestPlace(id), verifier)
  await ctx.tenant(async tx => {
    await insertRequest(tx, hashState(state), {
      connector_id: id,
      env: connector.env,
      user_id: ctx.principal.userId,
      verifier: sealed,
      redirect_uri: redirectUri,
      expires_at: new Date(now() + REQUEST_MS).toISOString(),
    })
    await ctx.audit(tx, { ...auditOf(connector), after: { authorization: 'begun', env: connector.env } })
  })
  const url = new URL(authorizationUrl)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(scope === '' ? {} : { scope }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { authorize_url: url.href }
}

const requestPlace = (connectorId: string): string => `grant-request/${connectorId}`

async function finish(
  { vault, engine, grants, now }: ConnectorGrantDeps,
  { state, code }: { readonly state: string; readonly code: string },
  ctx: RouteContext,
) {
  const { tenantId, userId, username } = ctx.principal
  // Taken out before it is used: a second arrival of the same answer finds nothing.
  const request = await ctx.tenant(tx => takeRequest(tx, hashState(state), userId))
  if (!request || !grants || Date.parse(request.expires_at) < now()) throw refuse('notFound.grantState')
  const connector = await ctx.tenant(tx => requireConnector(tx, request.connector_id))
  const client = await readTerms(engine, tenantId, connector.id)
  const verifier = await vault.open(tenantId, requestPlace(connector.id), request.verifier)
  const place = { tenantId, connectorId: connector.id, env: request.env }
  const { scope } = await grants.redeem(place, client, { code, verifier, redirectUri: request.redirect_uri, username })
  await ctx.tenant(tx =>
    ctx.audit(tx, { ...auditOf(connector), after: { authorization: 'granted', env: request.env, scope } }),
  )
  return { connector_id: connector.id, name: connector.name, scope }
}

async function readTerms({ connections }: Engine, tenantId: string, connectorId: string) {
  const terms = await connections.readGrant(tenantId, connectorId)
  if (!terms) throw refuse('conflict.grantKind')
  return terms
}

const noGrant: GrantStatus = {
  state: 'none',
  scope: '',
  granted_by: null,
  granted_at: null,
  refreshed_at: null,
  expires_at: null,
  ends_at: null,
  failure: null,
}

async function readStatus(
  tx: Tx,
  id: string,
  env: string,
  nowMs: number,
  { tell }: RouteContext,
): Promise<GrantStatus | undefined> {
  const row = await findGrant(tx, id, env)
  if (!row) return undefined
  const isOver = row.failure !== null || (row.ends_at !== null && Date.parse(row.ends_at) <= nowMs)
  return { ...row, state: isOver ? 'ended' : 'granted', failure: row.failure === null ? null : tell(row.failure) }
}

const auditOf = (row: ConnectorFacts) => ({ objectType: 'connector', objectId: row.id, objectName: row.name })
