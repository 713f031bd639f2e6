import type { ReactNode } from 'react'

interface PairProps {
  readonly good: ReactNode
  readonly bad: ReactNode
  readonly why: string
}

/** What is done beside what is not, and why. */
export function Pair({ good, bad, why }: PairProps) {
  return (
    <div className="de-pair">
      <figure>
        <figcaption>Do</figcaption>
        {good}
      </figure>
      <figure data-bad>
        <figcaption>Don’t</figcaption>
        {bad}
      </figure>
      <p className="sl-muted">{why}</p>
    </div>
  )
}
