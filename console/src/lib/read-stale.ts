import { ApiError } from '@sluice/contract'

/** A save that came before one's own. */
export interface SavedBefore {
  readonly version: number
  /** Empty: nobody knows. */
  readonly username: string
  readonly created_at: string
  /** The number of a draft behind a gate, where that is what was saved. */
  readonly draft?: number
}

/** Whether a save was refused because somebody saved meanwhile. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.body?.code === 'conflict.version'

/** Who saved before a refused save, and when. null: the refusal was another one, or does not tell. */
export function readStale(error: unknown): SavedBefore | null {
  if (!isStale(error) || !(error instanceof ApiError)) return null
  const [saved] = (error.body?.content ?? []) as SavedBefore[] // what the server's `refuseStale` answers with
  return saved ?? null
}
