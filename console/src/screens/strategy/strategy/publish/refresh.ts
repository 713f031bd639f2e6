import { api } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/query.ts'

/** After anything that changes the draft, its rehearsals or its canary. */
export const refreshPublishing = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['strategy'] })
  for (const of of ['list', 'listCanaries', 'checkDraft'] as const)
    await queryClient.invalidateQueries({ queryKey: api.strategyPublish[of].key() })
  await queryClient.invalidateQueries({ queryKey: api.strategyVersion.list.key() })
}
