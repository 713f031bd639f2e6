import type { Socket } from 'node:net'
import { Failure, toFailure } from '@sluice/contract'
import type { Egress } from '../../egress.ts'
import type { StepPlan } from './run-steps.ts'

/** Steps `address` and `network` by one dial: a name that cannot be resolved or is blocked fails the first. */
export function planDial(
  egress: Egress,
  host: string,
  port: number,
  timeoutMs: number,
  onSocket: (socket: Socket) => void,
): StepPlan[] {
  let failure: Failure | undefined
  return [
    {
      name: 'address',
      run: async () => {
        const socket = await egress.dial(host, port, { timeoutMs }).catch((error: unknown) => {
          failure = toFailure(error, { code: 'egress.broken', message: `Connecting to ${host}:${port} failed.` })
        })
        if (failure && /^egress\.(?:dns|blocked)$/.test(failure.code)) throw withAdvice(failure, 'Check the host name.')
        // A reset between two steps must not end the process.
        socket?.on('error', () => undefined)
        if (socket) onSocket(socket)
        return socket?.remoteAddress
      },
    },
    {
      name: 'network',
      run: async () => {
        if (failure) throw withAdvice(failure, 'Check the port, that the server is running, and the firewalls between.')
        return `${host}:${port}`
      },
    },
  ]
}

function withAdvice(failure: Failure, advice: string): Failure {
  return failure.advice === undefined ? new Failure({ ...failure.toDetail(), advice, cause: failure.cause }) : failure
}
