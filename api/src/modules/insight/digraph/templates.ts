import { type ComponentKind, type DashboardTemplate, type FigureName, plainOptions } from '@sluice/contract'
import type { DashboardComponent, DashboardDesign } from './design-contract.ts'

/** What the tenant has, of what a template would show. */
export interface Holdings {
  readonly gateway: boolean
  readonly bills: boolean
  readonly alerts: boolean
}

interface Tile {
  readonly kind: ComponentKind
  readonly sources?: readonly FigureName[]
  readonly columns: number
  readonly options?: Partial<DashboardComponent['options']>
}

const WIDTH = 1920
const HEIGHT = 1080
const EDGE = 24
const GAP = 16
const TITLE = 72

const kpi = (name: FigureName, options: Tile['options'] = {}): Tile => ({
  kind: 'kpi',
  sources: [name],
  columns: 2,
  options,
})
const chart = (kind: ComponentKind, columns: number, ...sources: FigureName[]): Tile => ({ kind, sources, columns })
const bad = { bad_at: 1 } as const

/** Rows of tiles, each with its share of the height. A row without tiles is left out. */
type Rows = readonly (readonly [share: number, tiles: readonly Tile[]])[]

const layouts: Readonly<Record<Exclude<DashboardTemplate, 'blank'>, (of: Holdings) => Rows>> = {
  operations: ({ alerts }) => [
    [
      2,
      [
        kpi('strategies.running'),
        kpi('records.read.today'),
        kpi('records.written.today'),
        kpi('records.errors', bad),
        kpi('records.waiting'),
        kpi('connectors.failed', bad),
      ],
    ],
    [5, [chart('flow', 8, 'picture.flow'), chart('log', 4, alerts ? 'newest.alerts' : 'newest.runs')]],
    [
      4,
      [
        chart('line', 6, 'hourly.written', 'hourly.failed'),
        chart('ranking', 3, 'top.written'),
        chart('ranking', 3, 'top.errors'),
      ],
    ],
  ],
  commerce: ({ bills }) => [
    [
      2,
      [
        { ...kpi('records.written.today'), columns: 4 },
        { ...kpi('records.success.today'), columns: 4 },
        { ...kpi('causes.open', bad), columns: 4 },
      ],
    ],
    [5, [chart('bar', 8, 'hourly.written'), chart('pie', 4, 'parts.records')]],
    [
      4,
      [
        chart('ranking', 4, 'top.written'),
        chart('table', 4, 'newest.runs'),
        chart('pie', 4, bills ? 'parts.bills' : 'parts.strategies'),
      ],
    ],
  ],
  finance: ({ bills }) => [
    [
      2,
      [
        ...(bills ? [kpi('bills.loaded'), kpi('bills.rejected', bad)] : []),
        kpi('records.written.today'),
        kpi('records.errors', bad),
        kpi('causes.open', bad),
      ],
    ],
    [
      5,
      [
        ...(bills ? [chart('pie', 4, 'parts.bills')] : []),
        chart('gauge', 4, 'records.success.today'),
        chart('pie', 4, 'parts.records'),
      ],
    ],
    [4, [chart('ranking', 6, 'top.errors'), chart('table', 6, 'newest.runs')]],
  ],
  gateway: ({ gateway }) => [
    [
      2,
      [
        kpi('gateway.calls.today'),
        kpi('gateway.failed.today', bad),
        kpi('strategies.running'),
        kpi('connectors.failed', bad),
      ],
    ],
    [5, [chart('line', gateway ? 8 : 12, 'hourly.calls'), ...(gateway ? [chart('ranking', 4, 'top.callers')] : [])]],
    [4, [chart('flow', 8, 'picture.flow'), chart('log', 4, 'newest.runs')]],
  ],
}

/** The sheet of a template, showing what the tenant has. Titles are left to the figures, which are called alike in no two languages. */
export function buildTemplate(template: DashboardTemplate, holdings: Holdings): DashboardDesign {
  const sheet = { width: WIDTH, height: HEIGHT, theme: 'auto' } as const
  if (template === 'blank') return { ...sheet, components: [] }
  const rows = layouts[template](holdings)
  const shares = rows.reduce((sum, [share]) => sum + share, 0)
  const room = HEIGHT - EDGE * 2 - TITLE - GAP * rows.length
  const components: DashboardComponent[] = [
    {
      ...{
        id: 'title',
        kind: 'text',
        title: '',
        sources: [],
        x: EDGE,
        y: EDGE,
        width: WIDTH - EDGE * 2,
        height: TITLE,
      },
      options: { ...plainOptions, size: 40, align: 'center' },
    },
  ]
  let y = EDGE + TITLE + GAP
  for (const [share, tiles] of rows) {
    const height = Math.floor((room * share) / shares)
    components.push(...layRow(tiles, y, height, components.length))
    y += height + GAP
  }
  return { ...sheet, components }
}

/** Tiles beside each other, the whole width between them. */
function layRow(tiles: readonly Tile[], y: number, height: number, from: number): DashboardComponent[] {
  const columns = Math.max(
    1,
    tiles.reduce((sum, tile) => sum + tile.columns, 0),
  )
  const unit = (WIDTH - EDGE * 2 + GAP) / columns
  let at = 0
  return tiles.map(({ kind, sources = [], columns: wide, options = {} }, place) => {
    const x = Math.round(EDGE + at * unit)
    at += wide
    const width = Math.round(EDGE + at * unit) - GAP - x
    return {
      ...{ id: `${kind}-${from + place}`, kind, title: '', x, y, width, height, sources: [...sources] },
      options: { ...plainOptions, ...options },
    }
  })
}
