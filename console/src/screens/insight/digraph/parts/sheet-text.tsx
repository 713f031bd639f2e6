import type { Component } from '../types.ts'

export interface SheetTextProps {
  readonly component: Component
  /** Of the dashboard: what an empty text says. */
  readonly name: string
  readonly isLive: boolean
}

/** Words on the sheet; a link opens beside the screen, which knows nothing of where it came from. */
export function SheetText({ component, name, isLive }: SheetTextProps) {
  const { text, size, align, colour, link } = component.options
  const words = text === '' ? name : text
  return (
    <div className="db-text" style={{ fontSize: `${size / 16}em`, textAlign: align, ...(colour && { color: colour }) }}>
      <p>
        {isLive && link !== null ? (
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {words}
          </a>
        ) : (
          words
        )}
      </p>
    </div>
  )
}
