import { api } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/query.ts'

/** Everything on the screen that a change of groups, rules or records may have changed. */
export async function refreshErrors(): Promise<void> {
  await Promise.all(
    ['errorGroup', 'ignoreRule', 'replay', 'strategyData'].map(name =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )
  await queryClient.invalidateQueries({ queryKey: api.strategy.counters.key() })
}
