import { useMutation, useQuery } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { keepRows, queryClient } from '../../../../lib/query.ts'
import { isOver, type Rehearsal } from '../publish/rehearsal.ts'

const POLL_MS = 1_000

/** The comparisons of a strategy, newest first; those under way are asked for again and again. */
export const useComparisons = (id: string) =>
  useQuery({
    ...api.strategyPublish.comparisons.query({ params: { id } }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.every(isOver) === false ? POLL_MS : false),
  })

export const refreshComparisons = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: api.strategyPublish.comparisons.key() })
  await queryClient.invalidateQueries({ queryKey: api.strategyPublish.listEditions.key() })
}

/** Ends a comparison after the records in hand. */
export const useCancel = () =>
  useMutation({
    mutationFn: (id: string) => api.strategyPublish.cancel({ params: { id } }),
    onSuccess: refreshComparisons,
    onError: error => void message.error(describeError(error).message),
  })

/** Records that would be written otherwise, or not at all, or would be now. */
export const countOtherwise = ({ kinds }: Rehearsal): number =>
  kinds.changed + kinds.refused + kinds.accepted + kinds.filtered
