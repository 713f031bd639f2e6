import type { Faults } from './faults.ts'
import { type Outcome, toJsonAnswer } from './server.ts'

type TransportFault = 'slow' | 'reset' | 'rateLimit' | 'serverError'

/** The faults any server has before it looks at a request; null lets the request through, perhaps late. */
export async function strikeTransport(
  faults: Pick<Faults<TransportFault>, 'strike'>,
  ordinal: number,
  wait: (ms: number) => Promise<void>,
  toBody: (code: number, message: string) => string,
): Promise<Outcome | null> {
  const slow = faults.strike('slow', ordinal)
  if (slow !== null) await wait(slow.ms ?? 300)
  if (faults.strike('reset', ordinal) !== null) return 'reset'
  const limit = faults.strike('rateLimit', ordinal)
  if (limit !== null) {
    const seconds = Math.ceil((limit.ms ?? 1000) / 1000)
    return toJsonAnswer(429, toBody(42900, `请求过于频繁，请 ${seconds} 秒后重试`), { 'retry-after': String(seconds) })
  }
  if (faults.strike('serverError', ordinal) === null) return null
  return ordinal % 2 === 0
    ? toJsonAnswer(500, toBody(50000, '服务器内部错误'))
    : toJsonAnswer(503, toBody(50300, '服务暂不可用'))
}
