import { hashKey } from '@tanstack/react-query'
import { type Edited, useEdited } from '../../../../lib/use-edited.ts'
import { pruneMapping, toConfig, toDraft } from '../model.ts'
import type { Draft, Strategy } from '../types.ts'

/** One strategy while it is changed, whichever of its tabs is open. */
export type Editing = Edited<Strategy, Draft>

/** What a save goes by: the published version, and the draft behind a gate. */
export const versionOf = ({ version, gate }: Strategy): string => `${version} ${gate.draft?.revision ?? ''}`

/** Whatever the order of its names: the server keeps none. */
const textOf = (draft: Draft): string => hashKey([{ ...draft, mapping: pruneMapping(draft.mapping) }])

export const useEditing = (strategy: Strategy): Editing =>
  useEdited(strategy, {
    begin: toDraft,
    isSame: (draft, other) => draft === other || textOf(draft) === textOf(other),
    versionOf,
    about: `strategy/${strategy.id}`,
  })

/** The configuration as it is saved: without fields that have no value. null while a choice is missing. */
export function toSavedConfig(draft: Draft) {
  const config = toConfig(draft)
  return config && { ...config, mapping: pruneMapping(config.mapping) }
}
