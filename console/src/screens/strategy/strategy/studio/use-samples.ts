import { parseJson } from '@sluice/contract'
import type { TreeNode } from './field-tree-model.ts'
import type { Outcome } from './use-outcome.ts'
import { readRecord } from './use-records.ts'

/** The record as the pickers show it: with the derived values, and with groups in the place of a list that is grouped. */
export function toSamples(record: string | null, node: TreeNode | undefined, { notes }: Outcome): string | null {
  if (record === null) return null
  const samples: Record<string, unknown> = { ...readRecord(record) }
  for (const [name, [note]] of notes)
    if (/^derived\.\w+$/.test(name) && note && note.value !== null) samples[name] = parseShown(note.value)
  for (const { source, group, name } of node?.lists ?? []) {
    if (!group) continue
    const made = notes.get(name)?.[0]?.steps.find(step => step.kind === 'group')?.after
    samples[source] = made ? parseShown(made) : []
  }
  return JSON.stringify(samples)
}

/** A value that was shortened is no JSON any more. */
function parseShown(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
