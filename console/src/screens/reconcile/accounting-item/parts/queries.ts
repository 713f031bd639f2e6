import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows items, after one of them changed. */
export const refreshItems = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'accountingItem' || queryKey[0] === 'billing',
  })
