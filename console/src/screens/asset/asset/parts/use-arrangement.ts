import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { refreshAssets } from './queries.ts'

interface Step<T, Move> {
  /** The rows as somebody has just arranged them. */
  arrange(stored: readonly T[]): readonly T[]
  /** What the server is told of it. */
  readonly move: Move
}

/** Rows as they were just arranged, before the server has answered; what it refuses goes back to where it was. */
export function useArrangement<T, Move>(
  mutationKey: readonly string[],
  stored: readonly T[] | undefined,
  send: (move: Move) => Promise<unknown>,
) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<Step<T, Move> | null>(null)
  const { mutate } = useMutation({
    mutationKey: [...mutationKey],
    // One after the other, as they were made.
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ move }: Step<T, Move>) => send(move),
    onError: error => {
      setWanted(null)
      message.error(describeError(error).message)
    },
    onSettled: async (_answer, _error, settled) => {
      if (client.isMutating({ mutationKey }) > 1) return
      await refreshAssets(client)
      setWanted(now => (now === settled ? null : now))
    },
  })
  const take = (step: Step<T, Move>) => {
    setWanted(step)
    mutate(step)
  }
  return { rows: stored && wanted ? wanted.arrange(stored) : stored, take }
}
