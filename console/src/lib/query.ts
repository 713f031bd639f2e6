import { ApiError } from '@sluice/contract'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { onLanguageChange } from './i18n.ts'

/** Worth a second try: no answer at all, or an answer that says the server is unwell. */
const mayHeal = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

/** One cache for the window; cleared at sign-in, sign-out and by the user's cache refresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < 1 && mayHeal(error),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

// Answers hold sentences in the language they were asked for in; a form that opens with an old one would keep them.
onLanguageChange(() => {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
})

/** For lists: the rows of the page before stay until the next ones are there, so nothing jumps. */
export const keepRows = { placeholderData: keepPreviousData }

/** Lists poll every two seconds while something runs; polling pauses by itself in a hidden tab. */
export const LIVE_POLL_MS = 2000
