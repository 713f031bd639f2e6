import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows pools, after one of them changed. */
export const refreshPools = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'process' })
