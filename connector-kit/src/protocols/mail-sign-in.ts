import { toFailure } from '@sluice/contract'
import type { ConnectorContext } from '../connector.ts'
import type { GrantTerms } from '../grant.ts'
import { createGrantedTokens } from '../granted-tokens.ts'
import type { MailSignIn } from './mail-params.ts'

/** Where a person grants access; null when a password is used. */
export const readMailGrant = (params: MailSignIn): GrantTerms | null =>
  params.auth !== 'oauth2Code'
    ? null
    : {
        authorizationUrl: params.authorization_url ?? '',
        tokenUrl: params.token_url ?? '',
        clientId: params.client_id ?? '',
        clientSecret: params.client_secret ?? '',
        scope: params.scope ?? '',
        style: 'body',
      }

/**
 * Opens with a token, or with null by password. A token that the server refuses is exchanged once; the host does so once
 * for everybody who was refused with the same one.
 */
export async function signInAtMail<Session>(
  params: MailSignIn,
  context: ConnectorContext,
  open: (token: string | null) => Promise<Session>,
  signal?: AbortSignal,
): Promise<Session> {
  const terms = readMailGrant(params)
  if (terms === null) return open(null)
  const { authorizationUrl: _page, scope: _scope, ...client } = terms
  const tokens = createGrantedTokens(client, context)
  const token = await tokens.get(signal)
  return open(token).catch(async (error: unknown) => {
    if (toFailure(error).code !== 'connector.auth') throw error
    tokens.forget(token)
    return open(await tokens.get(signal))
  })
}
