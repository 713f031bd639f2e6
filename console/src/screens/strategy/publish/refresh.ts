import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'

/** After anything that changes the draft or its rehearsals. */
export const refreshPublishing = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['strategy'] })
  await queryClient.invalidateQueries({ queryKey: api.strategyPublish.list.key() })
}
