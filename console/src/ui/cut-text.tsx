import { Tooltip } from 'antd'
import { type FocusEvent, type PointerEvent, type ReactNode, useState } from 'react'

/** A cell whose text may be longer than its column. */
const CELL = '.ant-table-cell-ellipsis'

interface Whole {
  readonly text: string
  readonly place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
}

interface CutText {
  /** For the element around the table. */
  readonly watch: {
    onPointerOver(event: PointerEvent): void
    onFocus(event: FocusEvent): void
    onBlur(): void
  }
  /** The whole text beside the cell that has the focus. */
  readonly whole: ReactNode
}

/**
 * The whole text of what a column cuts: to the pointer as a title, to the keyboard beside the cell. One watcher for a
 * table instead of a tooltip per cell; what fits is not said twice.
 */
export function useCutText(): CutText {
  const [shown, setShown] = useState<Whole | null>(null)
  return {
    watch: {
      onPointerOver({ target }) {
        const cell = findCell(target)
        if (cell) cell.title = isCut(cell) ? readText(cell) : ''
      },
      onFocus({ target }) {
        const cell = findCell(target)
        if (!cell || !isCut(cell)) return
        const { left, top, width, height } = cell.getBoundingClientRect()
        setShown({ text: readText(cell), place: { left, top, width, height } })
      },
      onBlur: () => setShown(null),
    },
    whole: shown && (
      <Tooltip open title={shown.text}>
        <span className="sl-cut-place" style={shown.place} />
      </Tooltip>
    ),
  }
}

const findCell = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`td${CELL}`) : null

/** Inline elements have no width of their own. */
const isCut = (cell: HTMLElement): boolean =>
  [cell, ...cell.querySelectorAll('*')].some(part => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)

const readText = (cell: HTMLElement): string => cell.innerText.trim()
