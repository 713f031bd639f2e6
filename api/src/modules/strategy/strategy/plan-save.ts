import { isDeepStrictEqual } from 'node:util'
import { StrategyConfig } from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'

const parts = ['source', 'target', 'mapping', 'schedule', 'retry', 'remedy'] as const
export type Part = (typeof parts)[number]
/** Parts of a configuration that wait for their publication; null: the part is to go. */
export type Parts = { readonly [P in Part]?: StrategyConfig[P] | null }

/** What decides which records are read and what is written of them. The rest takes effect with its save. */
const gated: readonly Part[] = ['source', 'target', 'mapping']

/** The configuration as it will be once the draft is published. */
export function applyParts(live: StrategyConfig, waiting: Parts | null): StrategyConfig {
  const merged: Record<string, unknown> = { ...live, ...waiting }
  for (const part of parts) if (merged[part] === null || merged[part] === undefined) delete merged[part]
  return StrategyConfig.parse(merged)
}

/** Parts in which two configurations differ. */
export const listChanged = (before: StrategyConfig, after: StrategyConfig): Part[] =>
  parts.filter(part => !isEqual(before[part], after[part]))

// As JSON has it: a part that is undefined is not there.
const isEqual = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toPlain(a), toPlain(b))
const toPlain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

export interface Gate {
  readonly required: boolean
  readonly revision: number
  readonly parts: Parts | null
}

export interface ConfigChange {
  readonly config: Partial<StrategyConfig>
  /** The draft that it was made on; absent: on what is published. */
  readonly draft?: number | undefined
}

/** Made on a draft that has been saved again, published or discarded since. */
export const isStaleDraft = ({ revision, parts }: Gate, { draft }: ConfigChange): boolean =>
  draft !== undefined && (parts === null || draft !== revision)

/** A whole configuration as a change: a part that it lacks is to go. */
export const replaceConfig = (config: StrategyConfig): Partial<StrategyConfig> => ({ remedy: undefined, ...config })

export interface SavePlan {
  /** Published at once; null: what is published stays. */
  readonly published: StrategyConfig | null
  /** What waits from now on; undefined: as before. */
  readonly waiting: Parts | null | undefined
}

/**
 * Where a save goes. Behind a gate a change of what is read or written waits, with all that was saved beside it; a change
 * of the schedule alone is published, and a draft keeps its own parts.
 * `draft` is the one that waits. @throws Failure `conflict.draft` when one waits of which the caller knows nothing
 */
export function planSave(live: StrategyConfig, gate: Gate, { config, draft }: ConfigChange): SavePlan {
  const { required, revision, parts: waiting } = gate
  if (!required) return { published: { ...live, ...config }, waiting: undefined }
  const wanted = { ...(draft === undefined ? live : applyParts(live, waiting)), ...config }
  const changed = listChanged(live, wanted)
  const isGated = changed.some(part => gated.includes(part))
  if (draft === undefined && waiting !== null) {
    if (isGated) throw refuse('conflict.draft', { value: String(revision) })
    const rest = Object.fromEntries(Object.entries(waiting).filter(([part]) => !changed.some(each => each === part)))
    return { published: wanted, waiting: changed.some(part => part in waiting) ? rest : undefined }
  }
  if (isGated) {
    const next = Object.fromEntries(changed.map(part => [part, wanted[part] ?? null]))
    // Saved as it was, beside another name: it is still what was rehearsed.
    return { published: null, waiting: isEqual(next, waiting) ? undefined : next }
  }
  return {
    published: changed.length === 0 && waiting !== null ? null : wanted,
    waiting: waiting === null ? undefined : null,
  }
}
