import { type ComponentKind, canShow, type FigureName, figureNames, plainOptions } from '@sluice/contract'
import type { Component, Design } from './types.ts'

/** Moved and resized by steps of this; Alt goes by single pixels. */
export const GRID = 8
/** As the contract has it. */
const LEAST_SIDE = 40
/** An edge this near to another one goes there. */
const SNAP = 6

export type Box = Pick<Component, 'x' | 'y' | 'width' | 'height'>

const sizes: Readonly<Partial<Record<ComponentKind, readonly [width: number, height: number]>>> = {
  kpi: [320, 160],
  text: [480, 72],
  countdown: [400, 160],
  flow: [960, 480],
  sankey: [800, 440],
  heat: [960, 320],
}

/** Figures that a component of this kind can show. */
export const figuresOf = (kind: ComponentKind): FigureName[] => figureNames.filter(name => canShow(kind, name))

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, Math.round(value)))

/** The box, wholly on the sheet and no smaller than can be found again. */
export function fit(box: Box, { width, height }: Pick<Design, 'width' | 'height'>): Box {
  const [wide, high] = [clamp(box.width, LEAST_SIDE, width), clamp(box.height, LEAST_SIDE, height)]
  return { x: clamp(box.x, 0, width - wide), y: clamp(box.y, 0, height - high), width: wide, height: high }
}

/** A new component in the middle, a step beside one that lies there. */
export function addComponent(design: Design, kind: ComponentKind): { readonly design: Design; readonly id: string } {
  const [width, height] = sizes[kind] ?? [480, 320]
  const box = fit({ x: (design.width - width) / 2, y: (design.height - height) / 2, width, height }, design)
  const isTaken = ({ x, y }: Box) => design.components.some(other => other.x === x && other.y === y)
  let free = box
  for (let step = 1; isTaken(free) && step < 40; step++)
    free = fit({ ...box, x: box.x + step * GRID * 3, y: box.y + step * GRID * 3 }, design)
  const [first] = figuresOf(kind)
  const id = nameFree(design, kind)
  const component: Component = { id, kind, title: '', ...free, sources: first ? [first] : [], options: plainOptions }
  return { design: { ...design, components: [...design.components, component] }, id }
}

function nameFree({ components }: Design, kind: string): string {
  const taken = new Set(components.map(({ id }) => id))
  for (let at = 1; ; at++) if (!taken.has(`${kind}-${at}`)) return `${kind}-${at}`
}

export const patchComponents = (
  design: Design,
  ids: ReadonlySet<string>,
  patch: (component: Component) => Partial<Component>,
): Design => ({
  ...design,
  components: design.components.map(each => (ids.has(each.id) ? { ...each, ...patch(each) } : each)),
})

export const removeComponents = (design: Design, ids: ReadonlySet<string>): Design => ({
  ...design,
  components: design.components.filter(({ id }) => !ids.has(id)),
})

/** Beside what they are copies of, in front of all; with the ids of the copies. */
export function copyComponents(design: Design, ids: ReadonlySet<string>): { design: Design; ids: Set<string> } {
  let made = design
  const copies = new Set<string>()
  for (const each of design.components.filter(({ id }) => ids.has(id))) {
    const id = nameFree(made, each.kind)
    const box = fit({ ...each, x: each.x + GRID * 2, y: each.y + GRID * 2 }, design)
    made = { ...made, components: [...made.components, { ...each, ...box, id }] }
    copies.add(id)
  }
  return { design: made, ids: copies }
}

/** Moves together: none leaves the sheet, and none is moved against the others. */
export function moveBy(design: Design, ids: ReadonlySet<string>, dx: number, dy: number): Design {
  const moved = design.components.filter(({ id }) => ids.has(id))
  if (moved.length === 0) return design
  const left = Math.min(...moved.map(({ x }) => x))
  const top = Math.min(...moved.map(({ y }) => y))
  const right = Math.max(...moved.map(({ x, width }) => x + width))
  const bottom = Math.max(...moved.map(({ y, height }) => y + height))
  const [x, y] = [clamp(dx, -left, design.width - right), clamp(dy, -top, design.height - bottom)]
  return x === 0 && y === 0 ? design : patchComponents(design, ids, each => ({ x: each.x + x, y: each.y + y }))
}

/** -1: its left or upper edge; 1: its right or lower edge; 0: neither. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

/** The edges that the handle holds go, the others stay. */
export function resizeBox(
  box: Box,
  { x, y }: Handle,
  dx: number,
  dy: number,
  sheet: Pick<Design, 'width' | 'height'>,
): Box {
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const left = x === -1 ? clamp(box.x + dx, 0, right - LEAST_SIDE) : box.x
  const top = y === -1 ? clamp(box.y + dy, 0, bottom - LEAST_SIDE) : box.y
  const end = x === 1 ? clamp(right + dx, left + LEAST_SIDE, sheet.width) : right
  const foot = y === 1 ? clamp(bottom + dy, top + LEAST_SIDE, sheet.height) : bottom
  return { x: left, y: top, width: end - left, height: foot - top }
}

/** How much further an edge goes so that it lies on a line of the others, or on the grid. */
export function snapEdge(edges: readonly number[], lines: readonly number[]): number {
  let best: number | null = null
  for (const edge of edges)
    for (const line of lines) {
      const way = line - edge
      if (Math.abs(way) <= SNAP && (best === null || Math.abs(way) < Math.abs(best))) best = way
    }
  const [first = 0] = edges
  return best ?? Math.round(first / GRID) * GRID - first
}

/** Edges and middles of what does not move, and of the sheet. */
export function linesOf(design: Design, moving: ReadonlySet<string>): { readonly x: number[]; readonly y: number[] } {
  const still: Box[] = [{ x: 0, y: 0, width: design.width, height: design.height }]
  still.push(...design.components.filter(({ id }) => !moving.has(id)))
  return {
    x: still.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    y: still.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
  }
}

export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/** To the edges that all of them reach; one alone to those of the sheet. */
export function align(design: Design, ids: ReadonlySet<string>, to: Alignment): Design {
  const chosen = design.components.filter(({ id }) => ids.has(id))
  if (chosen.length === 0) return design
  const alone = chosen.length === 1
  const left = alone ? 0 : Math.min(...chosen.map(({ x }) => x))
  const right = alone ? design.width : Math.max(...chosen.map(({ x, width }) => x + width))
  const top = alone ? 0 : Math.min(...chosen.map(({ y }) => y))
  const bottom = alone ? design.height : Math.max(...chosen.map(({ y, height }) => y + height))
  const places: Record<Alignment, (box: Box) => Partial<Box>> = {
    left: () => ({ x: left }),
    center: ({ width }) => ({ x: Math.round((left + right - width) / 2) }),
    right: ({ width }) => ({ x: right - width }),
    top: () => ({ y: top }),
    middle: ({ height }) => ({ y: Math.round((top + bottom - height) / 2) }),
    bottom: ({ height }) => ({ y: bottom - height }),
  }
  return patchComponents(design, ids, places[to])
}

export const layerMoves = ['front', 'forward', 'backward', 'back'] as const
export type LayerMove = (typeof layerMoves)[number]

/** Where they lie among the others; what comes later lies in front. */
export function moveLayer(design: Design, ids: ReadonlySet<string>, to: LayerMove): Design {
  const chosen = design.components.filter(({ id }) => ids.has(id))
  const others = design.components.filter(({ id }) => !ids.has(id))
  if (chosen.length === 0) return design
  const first = design.components.findIndex(({ id }) => ids.has(id))
  const before = design.components.slice(0, first).length
  const at = { front: others.length, back: 0, forward: before + 1, backward: before - 1 }[to]
  const place = clamp(at, 0, others.length)
  return { ...design, components: [...others.slice(0, place), ...chosen, ...others.slice(place)] }
}

/** Another size of the sheet; what would lie beyond it comes back onto it. */
export const resizeSheet = (design: Design, width: number, height: number): Design => ({
  ...design,
  width,
  height,
  components: design.components.map(each => ({ ...each, ...fit(each, { width, height }) })),
})
