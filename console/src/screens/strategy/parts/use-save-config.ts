import type { Remedy, SourceConfig } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Strategy } from '../types.ts'
import { usePublishText } from '../use-publish-text.ts'

export interface ConfigChange {
  readonly remedy?: Remedy | null
  readonly deletes?: SourceConfig['deletes']
}

/** Saves one part of the configuration as a new version, behind a gate as the draft; the rest stays as it is saved. */
export function useSaveConfig(strategy: Strategy, saved: string) {
  const { savedDraft } = usePublishText()
  return useMutation({
    mutationFn: (change: ConfigChange) => {
      const { name, group, remark, version, config, gate } = strategy
      // What is read waits behind a gate; a remedy takes effect at once, whatever waits.
      const draft = 'deletes' in change ? gate.draft : null
      const { remedy: before, ...rest } = draft?.config ?? config
      const remedy = change.remedy === undefined ? before : change.remedy
      const source = 'deletes' in change ? { ...rest.source, deletes: change.deletes } : rest.source
      return api.strategy.update({
        params: { id: strategy.id },
        body: {
          name,
          group,
          remark,
          version,
          ...(draft && { draft: draft.revision }),
          config: { ...rest, source, ...(remedy ? { remedy } : {}) },
        },
      })
    },
    onSuccess({ content: { gate } }) {
      const { draft } = gate
      const isKept = draft !== null && draft.revision !== strategy.gate.draft?.revision
      void message.success(isKept ? savedDraft(draft.revision) : saved)
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      void queryClient.invalidateQueries({ queryKey: ['strategyCursor'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
}
