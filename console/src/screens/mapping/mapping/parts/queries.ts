import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows value maps, after one of them changed. */
export const refreshMaps = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'mapping' })
