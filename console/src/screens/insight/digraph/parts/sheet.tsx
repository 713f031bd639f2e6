import type { CSSProperties, ReactNode } from 'react'
import { useSettings } from '../../../../lib/settings.ts'
import type { Component, Design } from '../types.ts'
import '../../../../ui/chart.css'
import '../dashboard.css'

export interface SheetProps {
  readonly design: Design
  /** Pixels of the screen for one of the sheet. */
  readonly scale: number
  readonly label: string
  readonly children: ReactNode
}

/** Which look a sheet has, where it leaves that to who looks. */
export function useLook(theme: Design['theme']): 'light' | 'dark' {
  const navTheme = useSettings(settings => settings.navTheme)
  if (theme !== 'auto') return theme
  return navTheme === 'realDark' ? 'dark' : 'light'
}

/**
 * The sheet in its own size, times the scale. Everything is measured, not zoomed: letters and lines are as sharp on four
 * screens as on one, and the pointer is where it is drawn.
 */
export function Sheet({ design, scale, label, children }: SheetProps) {
  const look = useLook(design.theme)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a sheet is no fieldset
    <div
      className="db-sheet"
      data-look={look}
      role="group"
      aria-label={label}
      style={{ width: design.width * scale, height: design.height * scale, fontSize: 16 * scale }}
    >
      {children}
    </div>
  )
}

export const placeOf = (
  { x, y, width, height }: Pick<Component, 'x' | 'y' | 'width' | 'height'>,
  scale: number,
): CSSProperties => ({
  left: x * scale,
  top: y * scale,
  width: width * scale,
  height: height * scale,
})
