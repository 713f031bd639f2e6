import type { dashboardMonitor } from '../pages.ts'

type Search = ReturnType<typeof dashboardMonitor.useSearch>

export interface ListProps {
  readonly search: Search[0]
  readonly setSearch: Search[1]
}

export const everything = { only: undefined, keyword: undefined, page: 1 } as const

/** A reading serves all who ask at this pace. */
export const POLL_MS = 10_000
