import type { Remedy, SourceConfig } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { isStale } from '../../../../lib/read-stale.ts'
import { useEdited } from '../../../../lib/use-edited.ts'
import { versionOf } from '../merge/use-editing.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'

export interface ConfigChange {
  /** All options of the source. */
  readonly options?: SourceConfig['options']
  readonly remedy?: Remedy | null
  readonly deletes?: SourceConfig['deletes']
  readonly vanished?: SourceConfig['vanished']
}

/**
 * Saves one part of the configuration as a new version, behind a gate as the draft; the rest stays as it is saved.
 * @param strategy the one that the form began with: a save of somebody else meanwhile is a refusal
 */
export function useSaveConfig(
  strategy: Strategy,
  saved: string,
  onSaved: (strategy: Strategy, sent: ConfigChange) => void,
) {
  const { savedDraft } = usePublishText()
  return useMutation({
    mutationFn: (change: ConfigChange) => {
      const { version, config, gate } = strategy
      // What is read waits behind a gate; a remedy takes effect at once, whatever waits.
      const { remedy: changed, ...read } = change
      const isRead = Object.keys(read).length > 0
      const draft = isRead ? gate.draft : null
      const { remedy: before, ...rest } = draft?.config ?? config
      const remedy = changed === undefined ? before : changed
      const source = isRead ? { ...rest.source, ...read } : rest.source
      return api.strategy.update({
        params: { id: strategy.id },
        body: {
          version,
          ...(draft && { draft: draft.revision }),
          config: { ...rest, source, ...(remedy ? { remedy } : {}) },
        },
      })
    },
    onSuccess({ content }, sent) {
      const { draft } = content.gate
      const isKept = draft !== null && draft.revision !== strategy.gate.draft?.revision
      void message.success(isKept ? savedDraft(draft.revision) : saved)
      onSaved(content, sent)
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      void queryClient.invalidateQueries({ queryKey: ['strategyCursor'] })
    },
    onError(error) {
      if (isStale(error)) void queryClient.invalidateQueries({ queryKey: api.strategy.get.key() })
      else void message.error(describeError(error).message)
    },
  })
}

/** One part in a form of its own. */
export function usePart<T>(
  strategy: Strategy,
  part: 'remedy' | 'deletes' | 'vanished',
  read: (strategy: Strategy) => T,
) {
  return useEdited(strategy, {
    begin: read,
    isSame: (draft, other) => JSON.stringify(draft) === JSON.stringify(other),
    versionOf,
    about: `strategy/${strategy.id}/${part}`,
  })
}
