import type { TokenCache } from './connector.ts'

interface Token {
  readonly value: string
  readonly expiresAtMs: number
}
interface Entry {
  readonly made: Promise<Token>
  /** null while `made` is pending. */
  token: Token | null
}

/** Tokens in memory, one cache per tenant, connector and environment. Concurrent callers share one `make`; a failed one is forgotten. */
export function createTokenCache(now: () => number): TokenCache {
  const entries = new Map<string, Entry>()
  return {
    get: async (key, make) => {
      const known = entries.get(key)
      if (known && (known.token === null || known.token.expiresAtMs > now())) return (await known.made).value
      const entry: Entry = { made: make(), token: null }
      entries.set(key, entry)
      try {
        entry.token = await entry.made
        return entry.token.value
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    // A token still being made is newer than the refused one and stays; so does one that has already been replaced.
    drop: (key, value) => {
      if (entries.get(key)?.token?.value === value) entries.delete(key)
    },
  }
}
