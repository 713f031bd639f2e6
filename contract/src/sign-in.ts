/**
 * How connectors of a platform may sign in: not at all, by name and password, by a key or token, by OAuth2 with the
 * credentials of an app, or by access that a person grants.
 */
export const signIns = ['none', 'password', 'secret', 'oauth2', 'grant'] as const
export type SignIn = (typeof signIns)[number]
