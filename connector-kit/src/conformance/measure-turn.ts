/**
 * The most that this thread computed in one turn of its loop while the work went on, in ms; up to a millisecond of its
 * neighbours may be in it. Looking in every turn would itself keep the thread busy, and a database from its core.
 */
export async function measureTurn(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  let last = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    most = Math.max(most, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  await new Promise(resolve => setImmediate(resolve))
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look()
  return most
}

/** Reading a large body takes 2 to 3 ms on a quiet machine of today; half of the bound is for a busy one. */
const OF_LARGE = 50

/** Computing that one turn may take, in ms: at least `leastMs`, and a multiple of reading a large body just now. */
export async function limitTurn(leastMs: number): Promise<number> {
  const text = JSON.stringify({ x: Array(190_000).fill(1) })
  const costs: number[] = []
  for (let turn = 0; turn < 5; turn += 1) costs.push(await measureTurn(async () => void JSON.parse(text)))
  return Math.max(leastMs, OF_LARGE * costs.sort((one, other) => one - other)[2]!) // of five
}

/** The same as `measureTurn`; memory that is collected just then is nobody's fault, so it is tried again. */
export async function measureLeast(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let tookMs = await measureTurn(work)
  for (let again = 0; again < 2 && tookMs > limitMs; again += 1) tookMs = Math.min(tookMs, await measureTurn(work))
  return tookMs
}
