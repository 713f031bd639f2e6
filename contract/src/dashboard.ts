/** What a figure of a dashboard is: one number, hours of numbers, a number for each part, newest rows, the picture of systems, or hours of weekdays. */
export type FigureShape = 'number' | 'series' | 'parts' | 'rows' | 'graph' | 'grid'

/** In what a figure counts. */
export type FigureUnit =
  | 'strategies'
  | 'connectors'
  | 'runs'
  | 'records'
  | 'causes'
  | 'alerts'
  | 'calls'
  | 'files'
  | 'percent'

interface FigureSource {
  readonly shape: FigureShape
  readonly unit: FigureUnit
  /** Who may see it. */
  readonly permission: string
  /** Read of the whole tenant only: never for a role that sees some strategies. */
  readonly needsWhole?: true
}

const strategy = 'strategy:query'
const connector = 'connector:query'
const gateway = { permission: 'gateway:query', needsWhole: true } as const

/** Every figure that a dashboard can show, by the name that its design keeps. */
export const figureSources = {
  'strategies.all': { shape: 'number', unit: 'strategies', permission: strategy },
  'strategies.running': { shape: 'number', unit: 'strategies', permission: strategy },
  'strategies.errors': { shape: 'number', unit: 'strategies', permission: strategy },
  'connectors.all': { shape: 'number', unit: 'connectors', permission: connector },
  'connectors.failed': { shape: 'number', unit: 'connectors', permission: connector },
  'runs.today': { shape: 'number', unit: 'runs', permission: strategy },
  'records.read.today': { shape: 'number', unit: 'records', permission: strategy },
  'records.written.today': { shape: 'number', unit: 'records', permission: strategy },
  'records.success.today': { shape: 'number', unit: 'percent', permission: strategy },
  'records.errors': { shape: 'number', unit: 'records', permission: strategy },
  'records.waiting': { shape: 'number', unit: 'records', permission: strategy },
  'causes.open': { shape: 'number', unit: 'causes', permission: strategy },
  'alerts.open': { shape: 'number', unit: 'alerts', permission: 'alert:query' },
  'gateway.calls.today': { shape: 'number', unit: 'calls', ...gateway },
  'gateway.failed.today': { shape: 'number', unit: 'calls', ...gateway },
  'bills.loaded': { shape: 'number', unit: 'files', permission: 'reconciliation:query' },
  'bills.rejected': { shape: 'number', unit: 'files', permission: 'reconciliation:query' },
  'hourly.read': { shape: 'series', unit: 'records', permission: strategy },
  'hourly.written': { shape: 'series', unit: 'records', permission: strategy },
  'hourly.failed': { shape: 'series', unit: 'records', permission: strategy },
  'hourly.calls': { shape: 'series', unit: 'calls', ...gateway },
  'parts.strategies': { shape: 'parts', unit: 'strategies', permission: strategy },
  'parts.connectors': { shape: 'parts', unit: 'connectors', permission: connector },
  'parts.records': { shape: 'parts', unit: 'records', permission: strategy },
  'top.written': { shape: 'parts', unit: 'records', permission: strategy },
  'top.errors': { shape: 'parts', unit: 'records', permission: strategy },
  'top.callers': { shape: 'parts', unit: 'calls', ...gateway },
  'parts.bills': { shape: 'parts', unit: 'files', permission: 'reconciliation:query' },
  'newest.runs': { shape: 'rows', unit: 'runs', permission: strategy },
  'newest.alerts': { shape: 'rows', unit: 'alerts', permission: 'alert:query' },
  'picture.flow': { shape: 'graph', unit: 'records', permission: strategy },
  'heat.written': { shape: 'grid', unit: 'records', permission: strategy },
  'heat.failed': { shape: 'grid', unit: 'records', permission: strategy },
} as const satisfies Readonly<Record<string, FigureSource>>

export type FigureName = keyof typeof figureSources
export const figureNames = Object.keys(figureSources) as FigureName[] // the keys of the table above

/** What a component takes its figures from; null: it shows what is written in it. */
export const componentShapes = {
  kpi: ['number'],
  gauge: ['number'],
  line: ['series'],
  bar: ['series', 'parts'],
  pie: ['parts'],
  ranking: ['parts'],
  table: ['parts', 'rows'],
  log: ['rows'],
  flow: ['graph'],
  sankey: ['graph'],
  heat: ['grid'],
  text: [],
  countdown: [],
} as const satisfies Readonly<Record<string, readonly FigureShape[]>>

export type ComponentKind = keyof typeof componentShapes
export const componentKinds = Object.keys(componentShapes) as ComponentKind[] // the keys of the table above

/** Whether this component can draw this figure. */
export const canShow = (kind: ComponentKind, name: FigureName): boolean => {
  const shapes: readonly FigureShape[] = componentShapes[kind]
  return shapes.includes(figureSources[name].shape)
}

export const MOST_COMPONENTS = 40

/** What a new component begins with. */
export const plainOptions = {
  limit: 10,
  max: null,
  warn_at: null,
  bad_at: null,
  stale_seconds: null,
  text: '',
  size: 28,
  align: 'start',
  colour: null,
  link: null,
  until: null,
} as const
