const LEASE_MS = 15_000
const SETTLE_MS = 40

/**
 * Runs `work` while no other tab runs it. navigator.locks exists on https and localhost only; on plain http a lease in
 * local storage stands in: write a mark, wait until competing writes have settled, and go on when it is still ours.
 */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<T>
  const key = `lock:${name}`
  const mark = await takeLease(key)
  try {
    return await work()
  } finally {
    if (localStorage.getItem(key) === mark) localStorage.removeItem(key)
  }
}

async function takeLease(key: string): Promise<string> {
  for (;;) {
    const holder = localStorage.getItem(key)
    if (holder === null || Number(holder.split(' ')[0]) < Date.now()) {
      const mark = `${Date.now() + LEASE_MS} ${Math.random()}`
      localStorage.setItem(key, mark)
      await pause(SETTLE_MS)
      if (localStorage.getItem(key) === mark) return mark
    }
    await pause(SETTLE_MS)
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
