import { Button } from 'antd'
import type { ReactNode } from 'react'

interface SuggestionProps {
  readonly children: ReactNode
  /** What the press says. */
  readonly use: string
  onUse(): void
}

/** Something that could be set, with its press. */
export const Suggestion = ({ children, use, onUse }: SuggestionProps) => (
  <div className="st-look-note">
    <span>{children}</span>
    <Button size="small" onClick={onUse}>
      {use}
    </Button>
  </div>
)

interface LookProblemProps {
  readonly title: string
  readonly problem: { readonly message: string; readonly advice?: string | undefined } | null
  /** No fault of what was set. */
  readonly isMild?: boolean
}

/** What is wrong, and the way out. */
export const LookProblem = ({ title, problem, isMild = false }: LookProblemProps) => (
  <div className={`st-look-note ${isMild ? 'st-look-warn' : 'st-look-wrong'}`} role="alert">
    <strong>{title}</strong>
    <p>{problem?.message}</p>
    {problem?.advice && <p className="sl-muted">{problem.advice}</p>}
  </div>
)

interface PickMarkProps {
  readonly label: string
  readonly isTaken: boolean
  /** Others show where the pointer or the keyboard is. */
  readonly isLikely: boolean
  onTake(): void
}

/** What a place of an answer is set as, or could be by a press there. */
export const PickMark = ({ label, isTaken, isLikely, onTake }: PickMarkProps) =>
  isTaken ? (
    <span className="st-look-taken">{label}</span>
  ) : (
    <Button size="small" className={isLikely ? 'st-look-pick' : 'st-look-pick st-look-unlikely'} onClick={onTake}>
      {label}
    </Button>
  )
