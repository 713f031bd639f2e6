import { type Failure, type TestStep, toFailure } from '@sluice/contract'
import type { ConnectorContext } from '../../connector.ts'
import { planDial } from './plan-dial.ts'
import { runSteps, type Seen } from './run-steps.ts'

export interface SignIn<S> {
  readonly host: string
  readonly port: number
  /** null: nobody signs in. */
  readonly username: string | null
  /** Default 10000. */
  readonly timeoutMs?: number
  /** Greets the server and signs in. @throws Failure `connector.auth` | `connector.permission` where it is about the credential */
  open(): Promise<S>
  /** What the server speaks; null: it refused the credential. */
  tellProtocol(session: S | null): string | undefined | Promise<string>
  tellRights(session: S): Promise<Seen>
}

/**
 * The steps of a server that one signs in to in the moment one connects: address, network, protocol, auth, permission. A
 * refused credential fails its own step and not the one before. Never throws.
 */
export async function* runSignInSteps<S extends { close(): Promise<void> }>(
  context: ConnectorContext,
  { host, port, username, timeoutMs = 10_000, open, tellProtocol, tellRights }: SignIn<S>,
): AsyncIterable<TestStep> {
  const held: { session: S | null; failure?: Failure } = { session: null }
  const failAt = (codes: RegExp): void => {
    if (held.failure && codes.test(held.failure.code)) throw held.failure
  }
  const protocol = async () => {
    held.session = await open().catch((error: unknown) => {
      held.failure = toFailure(error)
      return null
    })
    failAt(/^(?!connector\.(auth|permission)$)/)
    return tellProtocol(held.session)
  }
  const auth = async () => {
    failAt(/^connector\.auth$/)
    return username ?? undefined
  }
  const permission = async () => {
    failAt(/./)
    return held.session ? tellRights(held.session) : undefined
  }
  try {
    yield* runSteps(
      () => context.now(),
      [
        ...planDial(context.egress, host, port, timeoutMs, socket => socket.destroy()),
        { name: 'protocol', run: protocol },
        { name: 'auth', run: auth },
        { name: 'permission', run: permission },
      ],
    )
  } finally {
    await held.session?.close()
  }
}
