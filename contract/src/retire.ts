export const vanishedPolicies = ['ask', 'delete', 'zero', 'mark'] as const

/** keep: known here as deleted, and left as it is at the target. */
export type Retirement = (typeof vanishedPolicies)[number] | 'keep'

/** What a person decides about documents that wait: as replays and decisions are named. */
export const retireKinds = ['retireDelete', 'retireZero', 'retireMark', 'retireKeep'] as const
export type RetireKind = (typeof retireKinds)[number]

const RETIREMENTS = {
  retireDelete: 'delete',
  retireZero: 'zero',
  retireMark: 'mark',
  retireKeep: 'keep',
} as const satisfies Record<RetireKind, Retirement>

export const isRetireKind = (kind: string): kind is RetireKind => kind in RETIREMENTS
export const toRetirement = (kind: RetireKind): Retirement => RETIREMENTS[kind]

interface Source {
  readonly key: readonly string[]
  readonly group?: { readonly by: readonly string[] } | undefined
  readonly vanished?:
    | {
        readonly policy: (typeof vanishedPolicies)[number]
        readonly zero?: readonly string[] | undefined
        readonly mark?: unknown
      }
    | undefined
  readonly deletes?: { readonly policy: 'ignore' | 'mark' | 'delete' } | undefined
}

/** Whether the key says which document it is and nothing else: then it stays the same for as long as that has rows. */
export const isKeyOfGroup = ({ key, group }: Pick<Source, 'key' | 'group'>): boolean =>
  key.every(field => field === 'part' || group?.by.includes(field) === true)

/**
 * How documents of grouped rows are retired; null: the source has none. A strategy that was saved before there were settings
 * for it keeps what it says of deleted records, where it says something; else it asks. With more in the key a document
 * changes its key while it still has rows: nobody but a person can say whether the target has one row of both, so it asks.
 */
export function retirementOf(source: Source): Retirement | null {
  const { group, vanished, deletes } = source
  if (!group) return null
  if (!isKeyOfGroup(source)) return 'ask'
  if (vanished) return vanished.policy
  return deletes?.policy === 'delete' ? 'delete' : deletes?.policy === 'mark' ? 'keep' : 'ask'
}

/** The error of a document that waits for a person's decision. */
export const VANISHED_CODE = 'group.vanished'

/** What a person may decide about documents of a source: what its settings say how to write. A delete may be refused by the target. */
export function listRetireKinds({ group, vanished }: Pick<Source, 'group' | 'vanished'>): RetireKind[] {
  if (!group) return []
  const { zero = [], mark } = vanished ?? {}
  return retireKinds.filter(
    kind => (kind !== 'retireZero' || zero.length > 0) && (kind !== 'retireMark' || mark !== undefined),
  )
}

/** The error of a document that could not be written as the settings want it retired. */
export const RETIRE_CODE = 'group.retire'
