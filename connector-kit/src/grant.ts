/** Where an authorization server changes codes and refresh tokens into access tokens, and who asks. */
export interface GrantClient {
  /** Absolute. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the credentials go. */
  readonly style: 'body' | 'basic'
  /** Absolute. Absent: the token URL. */
  readonly refreshUrl?: string
}

/** Where a person grants access, and what for. */
export interface GrantTerms extends GrantClient {
  /** Absolute. */
  readonly authorizationUrl: string
  /** Empty: the server's own. */
  readonly scope: string
}

/** OAuth2 access that a person granted to a connector; refreshed silently, once for all processes. */
export interface Grant {
  /**
   * An access token. `stale` was refused by the far system: then another one.
   * @throws Failure `connector.notGranted`, `connector.grantEnded`: a person has to grant (again)
   */
  token(client: GrantClient, stale: string | null, signal?: AbortSignal): Promise<GrantedToken>
}

export interface GrantedToken {
  readonly value: string
  /** From then on a new one is asked for. */
  readonly refreshAtMs: number
}
