import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real OpenID provider on this machine, whose only user signs in by typing a name. */
export interface TestProvider {
  readonly issuer: string
  /** Ends everything that was granted, as its operator would: no token and no refresh token is good any more. */
  revokeAll(): Promise<void>
  close(): Promise<void>
}

export const TEST_CLIENT = { id: 'sluice-test', secret: 'client-secret-of-the-test-only' } as const

/** What is used of the package, which has no types. */
interface ProviderInstance {
  callback(): (req: unknown, res: unknown) => void
  on(event: 'refresh_token.saved', listener: (token: { readonly grantId: string }) => void): void
  readonly AccessToken: { revokeByGrantId(id: string): Promise<void> }
  readonly RefreshToken: { revokeByGrantId(id: string): Promise<void> }
}
type ProviderClass = new (issuer: string, configuration: object) => ProviderInstance

/** Refresh tokens good for one use: the second use of one ends everything that was granted with it. */
export interface RefreshRules {
  /** Life of an access token. */
  readonly accessSeconds: number
  /** Told at each use of a refresh token. */
  onRefresh?(): void
}

const refreshing = ({ accessSeconds, onRefresh }: RefreshRules) => ({
  scopes: ['openid', 'offline_access'],
  issueRefreshToken: async () => true,
  rotateRefreshToken: () => {
    onRefresh?.()
    return true
  },
  ttl: { AccessToken: accessSeconds, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 600, IdToken: 600 },
})

/** @param redirectUris the callback addresses registered at it, letter by letter */
export async function startOidcProvider(
  redirectUris: readonly string[],
  refresh: RefreshRules | null = null,
): Promise<TestProvider> {
  // @ts-expect-error: the package has no types
  const { default: Provider } = (await import('oidc-provider')) as { default: ProviderClass }
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT.id,
        client_secret: TEST_CLIENT.secret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', ...(refresh ? ['refresh_token'] : [])],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => true },
    ...(refresh ? refreshing(refresh) : {}),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    // The claims are in the ID token itself, as most providers do it.
    conformIdTokenClaims: false,
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, name: `Name of ${sub}`, email: `${sub}@example.test` }),
    }),
    features: { devInteractions: { enabled: true } },
  })
  const grantIds = new Set<string>()
  provider.on('refresh_token.saved', ({ grantId }) => grantIds.add(grantId))
  server.on('request', provider.callback())
  return {
    issuer,
    async revokeAll() {
      for (const id of grantIds) {
        await provider.RefreshToken.revokeByGrantId(id)
        await provider.AccessToken.revokeByGrantId(id)
      }
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Walks the provider's pages as a browser would, and returns the address it sends the browser back to. */
export async function signInAtProvider(url: string, login: string, callback = '/user/sso'): Promise<URL> {
  const jar = new Map<string, string>()
  const visit = async (address: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(pair => pair.join('=')).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { method: 'POST', body: new URLSearchParams(form).toString() } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  let at = url
  let answer = await visit(at)
  for (let step = 0; step < 20; step++) {
    const location = answer.headers.get('location')
    if (location !== null) {
      at = new URL(location, at).href
      if (new URL(at).pathname === callback) return new URL(at)
      answer = await visit(at)
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`signing in at the provider: ${answer.status} ${page.slice(0, 300)}`)
    at = new URL(action, at).href
    const isLogin = page.includes('name="login"')
    answer = await visit(at, isLogin ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' })
  }
  throw new Error('signing in at the provider: it never comes to an end')
}
