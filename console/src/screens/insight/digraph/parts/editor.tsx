import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { Empty } from '../../../../ui/empty.tsx'
import {
  addComponent,
  align,
  copyComponents,
  GRID,
  moveBy,
  moveLayer,
  patchComponents,
  removeComponents,
  resizeBox,
} from '../model.ts'
import type { Design, Draft, Kind } from '../types.ts'
import type { History } from '../use-history.ts'
import { useText } from '../use-text.ts'
import { Board } from './board.tsx'
import { Layers } from './layers.tsx'
import { Properties } from './properties.tsx'
import { Tools } from './tools.tsx'
import '../designer.css'

export interface EditorProps {
  readonly draft: Draft
  readonly history: History
}

const READ_MS = 10_000
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The sheet and what is done with it, by pointer and by keyboard alike. */
export function Editor({ draft, history }: EditorProps) {
  const text = useText().editor
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { design } = draft
  // What was taken back may be gone.
  const chosen = new Set(design.components.map(({ id }) => id).filter(id => picked.has(id)))
  const names = [...new Set(design.components.flatMap(({ sources }) => sources))]
  const { data } = useQuery({
    ...api.digraph.figures.query({ body: { names } }),
    enabled: names.length > 0,
    refetchInterval: READ_MS,
    placeholderData: before => before,
  })
  const change = (next: Design, about?: string) => history.change({ ...draft, design: next }, about)
  const copy = () => {
    const { design: next, ids } = copyComponents(design, chosen)
    change(next)
    setPicked(ids)
  }
  const tools = {
    onAdd: (kind: Kind) => {
      const { design: next, id } = addComponent(design, kind)
      change(next)
      setPicked(new Set([id]))
    },
    onCopy: copy,
    onRemove: () => change(removeComponents(design, chosen)),
    onAlign: (to: Parameters<typeof align>[2]) => change(align(design, chosen, to)),
    onLayer: (to: Parameters<typeof moveLayer>[2]) => change(moveLayer(design, chosen, to)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, .ant-select')
    const act = isTyping ? undefined : findKey(event, { ...tools, history, clear: () => setPicked(new Set()) })
    const way = arrows[event.key]
    if (act === undefined && (isTyping || way === undefined || chosen.size === 0)) return
    event.preventDefault()
    if (act !== undefined) return act()
    if (way !== undefined) change(nudge(design, chosen, way, event), `keys/${event.shiftKey}/${[...chosen].join()}`)
  }
  const figures = new Map(data?.content.figures.map(figure => [figure.name as string, figure]))
  const [only] = chosen.size === 1 ? chosen : []
  const one = design.components.find(({ id }) => id === only)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what lies on the sheet, wherever in the editor the focus is
    <div onKeyDown={onKeyDown}>
      <Tools {...tools} history={history} count={chosen.size} />
      <div className="db-editor">
        <div>
          <Board {...{ draft, figures, chosen }} onChoose={setPicked} onChange={change} />
          {design.components.length === 0 && <Empty isSmall title={text.emptySheet} text={text.emptySheetText} />}
          <p className="sl-muted">
            {text.keysTitle}: {text.keys}
          </p>
          <p className="sl-hidden" role="status">
            {one && text.place(one.title || one.id, one.x, one.y, one.width, one.height)}
          </p>
        </div>
        <aside className="db-side" aria-label={text.properties}>
          <Properties draft={draft} component={one} count={chosen.size} onChange={history.change} />
          <Layers components={design.components} chosen={chosen} onChoose={setPicked} />
        </aside>
      </div>
    </div>
  )
}

type Way = readonly [x: number, y: number]

/** By the grid, with Alt by single pixels; with Shift it is the right or lower edge that goes. */
function nudge(design: Design, chosen: ReadonlySet<string>, [x, y]: Way, { altKey, shiftKey }: KeyboardEvent): Design {
  const step = altKey ? 1 : GRID
  if (!shiftKey) return moveBy(design, chosen, x * step, y * step)
  const handle = { x: x === 0 ? 0 : 1, y: y === 0 ? 0 : 1 } as const
  return patchComponents(design, chosen, each => resizeBox(each, handle, x * step, y * step, design))
}

interface KeyActs {
  readonly history: History
  onCopy(): void
  onRemove(): void
  onLayer(to: 'forward' | 'backward'): void
  clear(): void
}

function findKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, acts: KeyActs): (() => void) | undefined {
  const isCommand = ctrlKey || metaKey
  const letter = key.toLowerCase()
  if (isCommand && letter === 'z') return shiftKey ? acts.history.redo : acts.history.undo
  if (isCommand && letter === 'y') return acts.history.redo
  if (isCommand && letter === 'd') return acts.onCopy
  if (isCommand) return undefined
  if (key === 'Delete' || key === 'Backspace') return acts.onRemove
  if (key === 'Escape') return acts.clear
  if (key === ']') return () => acts.onLayer('forward')
  if (key === '[') return () => acts.onLayer('backward')
  return undefined
}
