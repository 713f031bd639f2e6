import { type PointerEvent, useState } from 'react'
import { type Box, fit, type Handle, linesOf, moveBy, patchComponents, resizeBox, snapEdge } from '../model.ts'
import type { Component, Design, Draft, Figure } from '../types.ts'
import { useRoom } from '../use-room.ts'
import { useText } from '../use-text.ts'
import { ComponentView } from './component-view.tsx'
import { placeOf, Sheet, useLook } from './sheet.tsx'

export interface BoardProps {
  readonly draft: Draft
  readonly figures: ReadonlyMap<string, Figure>
  readonly chosen: ReadonlySet<string>
  onChoose(ids: ReadonlySet<string>): void
  onChange(design: Design): void
}

/** Something that the pointer holds: where it began, and what became of it so far. */
interface Held {
  readonly id: string
  /** undefined: the whole of it. */
  readonly handle: Handle | undefined
  readonly ids: ReadonlySet<string>
  readonly x: number
  readonly y: number
  readonly design: Design
}

const nobody: ReadonlySet<string> = new Set()
const handles: readonly Handle[] = [-1, 0, 1].flatMap(x =>
  [-1, 0, 1].flatMap(y => (x === 0 && y === 0 ? [] : [{ x, y } as Handle])),
)

/** The sheet as it will be, on which components are taken and drawn by the pointer. */
export function Board({ draft, figures, chosen, onChoose, onChange }: BoardProps) {
  const text = useText()
  const [room, place] = useRoom()
  const [held, setHeld] = useState<Held | null>(null)
  const look = useLook(draft.design.theme)
  const scale = room.width / draft.design.width
  const design = held?.design ?? draft.design
  const take = (event: PointerEvent, id: string, handle?: Handle) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const ids = nextChoice(chosen, id, event.shiftKey)
    onChoose(ids)
    if (!ids.has(id)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ id, handle, ids: handle ? new Set([id]) : ids, x: event.clientX, y: event.clientY, design: draft.design })
  }
  const draw = (event: PointerEvent) => {
    if (!held) return
    const [dx, dy] = [(event.clientX - held.x) / scale, (event.clientY - held.y) / scale]
    setHeld({ ...held, design: drag(draft.design, held, dx, dy, !event.altKey) })
  }
  const letGo = () => {
    if (held) onChange(held.design)
    setHeld(null)
  }
  const holding = { onPointerMove: draw, onPointerUp: letGo, onPointerCancel: () => setHeld(null) }
  return (
    <div className="db-board" ref={place} onPointerDown={() => onChoose(nobody)}>
      {scale > 0 && (
        <Sheet design={design} scale={scale} label={text.editor.sheet}>
          {design.components.map(component => (
            // biome-ignore lint/a11y/useSemanticElements: a button may hold no chart
            <div
              key={component.id}
              className="db-item"
              role="button"
              tabIndex={0}
              aria-pressed={chosen.has(component.id)}
              aria-label={describe(component, text)}
              data-component={component.id}
              style={placeOf(component, scale)}
              onPointerDown={event => take(event, component.id)}
              onFocus={() => chosen.has(component.id) || held || onChoose(new Set([component.id]))}
              {...holding}
            >
              <ComponentView
                {...{ component, figures, scale, look }}
                dashboard={draft.name}
                staleIds={nobody}
                isLive={false}
              />
              {chosen.size === 1 &&
                chosen.has(component.id) &&
                handles.map(handle => (
                  <span
                    key={`${handle.x} ${handle.y}`}
                    className="db-handle"
                    aria-hidden="true"
                    style={styleOf(handle)}
                    onPointerDown={event => take(event, component.id, handle)}
                    {...holding}
                  />
                ))}
            </div>
          ))}
          {held && <Guides design={design} held={held} scale={scale} />}
        </Sheet>
      )}
    </div>
  )
}

type Words = ReturnType<typeof useText>

const describe = ({ kind, title, sources: [name] }: Component, text: Words): string => {
  const said = title || (name === undefined ? '' : text.figures[name])
  return said === '' ? text.kinds[kind] : `${text.kinds[kind]}: ${said}`
}

const styleOf = ({ x, y }: Handle) => ({
  left: `${(x + 1) * 50}%`,
  top: `${(y + 1) * 50}%`,
  cursor: x === 0 ? 'ns-resize' : y === 0 ? 'ew-resize' : x === y ? 'nwse-resize' : 'nesw-resize',
})

/** Shift adds to what is chosen or takes away; without it, what is chosen stays where it is one of them. */
function nextChoice(chosen: ReadonlySet<string>, id: string, isAdding: boolean): ReadonlySet<string> {
  if (!isAdding) return chosen.has(id) ? chosen : new Set([id])
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

function drag(design: Design, { id, handle, ids }: Held, dx: number, dy: number, doesSnap: boolean): Design {
  const box = design.components.find(each => each.id === id)
  if (!box) return design
  const lines = linesOf(design, ids)
  if (handle) {
    const drawn = resizeBox(box, handle, dx, dy, design)
    const snapped = doesSnap ? snapHandle(box, drawn, handle, lines, design) : drawn
    return patchComponents(design, ids, () => snapped)
  }
  const moved = fit({ ...box, x: box.x + dx, y: box.y + dy }, design)
  const [x, y] = doesSnap
    ? [
        snapEdge([moved.x, moved.x + box.width / 2, moved.x + box.width], lines.x),
        snapEdge([moved.y, moved.y + box.height / 2, moved.y + box.height], lines.y),
      ]
    : [0, 0]
  return moveBy(design, ids, moved.x - box.x + x, moved.y - box.y + y)
}

function snapHandle(box: Box, drawn: Box, handle: Handle, lines: ReturnType<typeof linesOf>, sheet: Design): Box {
  const edge = (side: -1 | 0 | 1, start: number, length: number, to: readonly number[]) =>
    side === 0 ? 0 : snapEdge([side === -1 ? start : start + length], to)
  const x = edge(handle.x, drawn.x, drawn.width, lines.x)
  const y = edge(handle.y, drawn.y, drawn.height, lines.y)
  const dx = handle.x === -1 ? drawn.x - box.x : drawn.width - box.width
  const dy = handle.y === -1 ? drawn.y - box.y : drawn.height - box.height
  return resizeBox(box, handle, dx + x, dy + y, sheet)
}

/** Lines of others that what is held lies on. */
function Guides({ design, held, scale }: { readonly design: Design; readonly held: Held; readonly scale: number }) {
  const box = design.components.find(({ id }) => id === held.id)
  if (!box) return null
  const lines = linesOf(design, held.ids)
  const on = (edges: readonly number[], all: readonly number[]) => [
    ...new Set(all.filter(line => edges.includes(line))),
  ]
  return (
    <>
      {on([box.x, box.x + box.width / 2, box.x + box.width], lines.x).map(x => (
        <i key={`x${x}`} className="db-guide" style={{ left: x * scale, top: 0, width: 1, height: '100%' }} />
      ))}
      {on([box.y, box.y + box.height / 2, box.y + box.height], lines.y).map(y => (
        <i key={`y${y}`} className="db-guide" style={{ top: y * scale, left: 0, height: 1, width: '100%' }} />
      ))}
    </>
  )
}
