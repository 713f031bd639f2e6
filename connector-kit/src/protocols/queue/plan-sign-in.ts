import type { Socket } from 'node:net'
import { type Failure, type TestStep, toFailure } from '@sluice/contract'
import type { ConnectorContext } from '../../connector.ts'
import { planDial } from '../sql/plan-dial.ts'
import { runSteps } from '../sql/run-steps.ts'
import type { BrokerParams } from './server-params.ts'

/** The usual test of a broker: one dial and one sign-in, told as address, network, protocol, sign-in and rights. */
export async function* testBroker(
  params: BrokerParams,
  context: ConnectorContext,
  signIn: () => Promise<string>,
): AsyncIterable<TestStep> {
  let socket: Socket | undefined
  let failure: Failure | undefined
  let seen: string | undefined
  const failAt = (codes: RegExp): void => {
    if (failure && codes.test(failure.code)) throw failure
  }
  try {
    yield* runSteps(
      () => context.now(),
      [
        ...planDial(context.egress, params.host, params.port, 10_000, dialled => {
          socket = dialled
        }),
        {
          name: 'protocol',
          run: async () => {
            socket?.destroy()
            seen = await signIn().catch((error: unknown) => {
              failure = toFailure(error)
              return undefined
            })
            failAt(/^(?!connector\.(auth|permission|place)$)/)
            return params.tls === 'off' || !params.tls ? undefined : 'TLS'
          },
        },
        {
          name: 'auth',
          run: async () => {
            failAt(/^connector\.auth$/)
            return params.username || undefined
          },
        },
        {
          name: 'permission',
          run: async () => {
            failAt(/./)
            return seen
          },
        },
      ],
    )
  } finally {
    socket?.destroy()
  }
}
