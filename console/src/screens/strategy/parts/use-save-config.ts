import type { Remedy, SourceConfig } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Strategy } from '../types.ts'

export interface ConfigChange {
  readonly remedy?: Remedy | null
  readonly deletes?: SourceConfig['deletes']
}

/** Saves one part of the configuration as a new version; the rest stays as it is saved. */
export function useSaveConfig(strategy: Strategy, saved: string) {
  return useMutation({
    mutationFn: (change: ConfigChange) => {
      const { name, group, remark, version, config } = strategy
      const { remedy: before, ...rest } = config
      const remedy = change.remedy === undefined ? before : change.remedy
      const source = 'deletes' in change ? { ...rest.source, deletes: change.deletes } : rest.source
      return api.strategy.update({
        params: { id: strategy.id },
        body: { name, group, remark, version, config: { ...rest, source, ...(remedy ? { remedy } : {}) } },
      })
    },
    onSuccess() {
      void message.success(saved)
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      void queryClient.invalidateQueries({ queryKey: ['strategyCursor'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
}
