import type { Grouping } from '@sluice/contract'
import type { SourceDraft } from '../types.ts'

/** With another grouping: what makes a group is its key, with its part where groups are split. */
export function changeGroup(draft: SourceDraft, group: Grouping | undefined): Partial<SourceDraft> {
  const before = keyOf(draft.group)
  const key = draft.group ? draft.key.filter(name => !before.includes(name)) : []
  const wanted = keyOf(group)
  return { group, key: [...key.filter(name => !wanted.includes(name)), ...wanted] }
}

const keyOf = (group: Grouping | undefined): string[] =>
  group ? [...group.by, ...(group.maxLines === undefined ? [] : ['part'])] : []
