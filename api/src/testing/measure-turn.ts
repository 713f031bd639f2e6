import { measureLeast, measureTurn } from '@sluice/connector-kit/conformance'
import { readBody } from '../http/read-body.ts'

/** Reading the largest body takes some 6 ms on a quiet machine of today, so this is the 100 ms that nobody may hold it. */
const OF_LARGEST = 16

/**
 * Computing that one turn may take, in ms: as a multiple of reading the largest body there is, on the same machine in the
 * same minute, and at least `leastMs`.
 */
export async function limitTurn(leastMs: number): Promise<number> {
  const largest = JSON.stringify({ x: Array(190_000).fill(1) })
  const costs: number[] = []
  for (let turn = 0; turn < 5; turn += 1) costs.push(await measureTurn(async () => void readBody(largest)))
  return Math.max(leastMs, OF_LARGEST * costs.sort((one, other) => one - other)[2]!) // of five
}

/** Empty where no turn took longer. */
export async function tellExcess(limitMs: number, work: () => Promise<unknown>): Promise<string> {
  const tookMs = await measureLeast(limitMs, work)
  if (tookMs <= limitMs) return ''
  // The machine may be slower now than when the limit was taken.
  const nowMs = await limitTurn(limitMs)
  return tookMs > nowMs ? `${Math.round(tookMs)} of ${Math.round(nowMs)} ms` : ''
}
