import dns from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { vi } from 'vitest'

/**
 * Stands in for the system's resolver: notes which names it was asked for, and answers each with one address. Whoever
 * looks a name up by a way of their own, past the egress, shows here.
 */
export function watchSystemNames(address: string) {
  const asked: string[] = []
  const tell = (name: string) => {
    // A driver behind a tunnel has its address looked up as if it were a name.
    if (isIP(name) !== 0) return [{ address: name, family: isIP(name) }]
    asked.push(name)
    return [{ address, family: 4 }]
  }
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: unknown, done: unknown) => {
    const [answer, isAll] = [tell(name), (options as { all?: boolean }).all]
    const call = (typeof options === 'function' ? options : done) as (...told: unknown[]) => void
    setImmediate(() => (isAll ? call(null, answer) : call(null, answer[0]?.address, answer[0]?.family)))
  }) as never)
  vi.spyOn(dnsPromises, 'lookup').mockImplementation((async (name: string, options?: { all?: boolean }) =>
    options?.all ? tell(name) : tell(name)[0]) as never)
  syncBuiltinESMExports()
  return {
    asked,
    stop: () => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    },
  }
}
