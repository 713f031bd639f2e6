import { type ReactNode, useId } from 'react'

export interface SectionProps {
  readonly title?: ReactNode
  readonly text?: ReactNode
  /** Links or small buttons at the end of the heading. */
  readonly extra?: ReactNode
  /** No inner padding, for tables. */
  readonly isFlush?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A card with a heading: the unit a page is made of. */
export function Section({ title, text, extra, isFlush, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`sl-section ${className ?? ''}`} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className="sl-section-head">
          <div>
            <h2 id={id}>{title}</h2>
            {text !== undefined && <p>{text}</p>}
          </div>
          {extra !== undefined && <div className="sl-section-extra">{extra}</div>}
        </div>
      )}
      <div className={isFlush ? 'sl-section-flush' : 'sl-section-body'}>{children}</div>
    </section>
  )
}
