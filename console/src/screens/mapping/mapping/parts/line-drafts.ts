import type { LineBody, MapLine } from '../types.ts'

/** What a person has changed in the grid and not saved: new rows, edited rows and rows that are to go. */
export interface LineDrafts {
  /** New rows, the newest first, each with a name of its own. */
  readonly fresh: readonly (LineBody & { readonly key: string })[]
  /** By the line's id. */
  readonly edited: ReadonlyMap<string, LineBody>
  readonly removed: ReadonlySet<string>
}

export const noDrafts: LineDrafts = { fresh: [], edited: new Map(), removed: new Set() }

/** As JSON holds it. */
export const toKept = ({ fresh, edited, removed }: LineDrafts) => ({
  fresh,
  edited: [...edited],
  removed: [...removed],
})

export const fromKept = ({ fresh, edited, removed }: ReturnType<typeof toKept>): LineDrafts => ({
  fresh,
  edited: new Map(edited),
  removed: new Set(removed),
})

const emptyLine: LineBody = { a_value: '', a_label: '', b_value: '', b_label: '', enabled: true, remark: '' }

export const countDrafts = ({ fresh, edited, removed }: LineDrafts): number =>
  fresh.length + [...edited.keys()].filter(id => !removed.has(id)).length + removed.size

export const addFresh = (drafts: LineDrafts, key: string): LineDrafts => ({
  ...drafts,
  fresh: [{ ...emptyLine, key }, ...drafts.fresh],
})

export function editLine(drafts: LineDrafts, row: GridRow, change: Partial<LineBody>): LineDrafts {
  if (row.isFresh)
    return { ...drafts, fresh: drafts.fresh.map(line => (line.key === row.key ? { ...line, ...change } : line)) }
  return { ...drafts, edited: new Map(drafts.edited).set(row.key, { ...bodyOf(row), ...change }) }
}

/** A new row goes at once; a stored one is marked, and marked again it stays. */
export function toggleRemoved(drafts: LineDrafts, row: GridRow): LineDrafts {
  if (row.isFresh) return { ...drafts, fresh: drafts.fresh.filter(line => line.key !== row.key) }
  const removed = new Set(drafts.removed)
  if (!removed.delete(row.key)) removed.add(row.key)
  return { ...drafts, removed }
}

export interface GridRow extends LineBody {
  readonly key: string
  readonly isFresh: boolean
  readonly isRemoved: boolean
  readonly isAmbiguous: boolean
  /** What the server said about it. */
  readonly problem: string | null
}

/** The rows to draw: new ones first, stored ones with their changes. */
export function listRows(
  drafts: LineDrafts,
  lines: readonly MapLine[],
  problems: ReadonlyMap<string, string>,
): GridRow[] {
  const base = { isRemoved: false, isAmbiguous: false }
  return [
    ...drafts.fresh.map(line => ({ ...base, ...line, isFresh: true, problem: problems.get(line.key) ?? null })),
    ...lines.map(({ id, is_ambiguous, ...line }) => ({
      ...line,
      ...drafts.edited.get(id),
      key: id,
      isFresh: false,
      isRemoved: drafts.removed.has(id),
      isAmbiguous: is_ambiguous,
      problem: problems.get(id) ?? null,
    })),
  ]
}

/** The body of a save, and which row each of its lines is. */
export function toBody({ fresh, edited, removed }: LineDrafts) {
  const kept = [...edited].filter(([id]) => !removed.has(id))
  return {
    keys: [...fresh.map(line => line.key), ...kept.map(([id]) => id)],
    upsert: [...fresh.map(({ key: _, ...line }) => line), ...kept.map(([id, line]) => ({ ...line, id }))],
    remove: [...removed],
  }
}

const bodyOf = ({ a_value, a_label, b_value, b_label, enabled, remark }: LineBody): LineBody => ({
  a_value,
  a_label,
  b_value,
  b_label,
  enabled,
  remark,
})
