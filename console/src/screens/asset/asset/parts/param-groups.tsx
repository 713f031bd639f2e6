import type { Param } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { groupParams } from '../../../../ui/param-values.ts'
import { useUiText } from '../../../../ui/use-text.ts'

/** Parameters of one group that are seen without unfolding it. */
const MANY = 8

export interface ParamGroupsProps {
  readonly params: readonly Param[]
  /** What those in no group are called. */
  readonly label: string
  /** Its group begins unfolded. */
  isSeen(param: Param): boolean
  children(members: readonly Param[], label: string): ReactNode
}

/** Parameters group by group, as the form of a connector has them; the long and the rare groups are folded. */
export function ParamGroups({ params, label, isSeen, children }: ParamGroupsProps) {
  const words = useUiText().params
  const titles: Readonly<Record<string, string>> = { ...words.groups, advanced: words.advanced }
  return (
    <div className="as-param-groups">
      {groupParams(params).map(({ group, params: members }) => {
        if (group === null) return <div key="">{children(members, label)}</div>
        const title = titles[group] ?? group
        const isFolded = group === 'advanced' || members.length > MANY
        return (
          // It opens when few are left of many.
          <Foldable
            key={`${group} ${isFolded}`}
            title={`${title} (${members.length})`}
            isFolded={isFolded && !members.some(isSeen)}
          >
            {children(members, title)}
          </Foldable>
        )
      })}
    </div>
  )
}

interface FoldableProps {
  readonly title: string
  /** At the beginning. */
  readonly isFolded: boolean
  readonly children: ReactNode
}

function Foldable({ title, isFolded, children }: FoldableProps) {
  const [isOpen, setOpen] = useState(!isFolded)
  return (
    <details className="sl-param-group" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
