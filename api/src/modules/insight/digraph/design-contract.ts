import {
  canShow,
  componentKinds,
  componentShapes,
  dashboardTemplates,
  figureNames,
  MOST_COMPONENTS,
  Moment,
} from '@sluice/contract'
import { z } from 'zod'

/** Sheets from a phone to four screens of 4K side by side. */
const SIDE = { min: 320, max: 15_360 } as const
/** A component is never smaller: nobody would find it again. */
const LEAST_SIDE = 40
const MOST_SOURCES = 4

/** Shown as it is written, by itself in its place: what draws over its neighbours or turns the line around is refused. */
const isPlain = (text: string): boolean => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text.replaceAll('\n', ''))
const plain = (most: number) => z.string().max(most).refine(isPlain, { message: 'holds a control character' })
const line = (most: number) => plain(most).refine(text => !text.includes('\n'), { message: 'is one line' })
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

export const dashboardName = line(60).trim().min(1)
/** Why a dashboard was changed. */
export const versionNote = line(200).trim().default('')

const options = z.strictObject({
  /** Parts, rows or lines that are shown. */
  limit: z.int().min(1).max(50).default(10),
  /** Where a gauge ends; null: at the next round number. */
  max: z.number().positive().max(1e15).nullable().default(null),
  /** From here on the number says it wants somebody, or is bad; null: never. */
  warn_at: z.number().min(-1e15).max(1e15).nullable().default(null),
  bad_at: z.number().min(-1e15).max(1e15).nullable().default(null),
  /** Older than this it is grey; null: than three refreshes. */
  stale_seconds: z.int().min(10).max(86_400).nullable().default(null),
  text: plain(2000).default(''),
  /** Height of letters on the sheet. */
  size: z.int().min(8).max(400).default(28),
  align: z.enum(['start', 'center', 'end']).default('start'),
  colour: colour.nullable().default(null),
  link: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  /** What a countdown counts to. */
  until: Moment.nullable().default(null),
})

const place = z.int().min(0).max(SIDE.max)
const side = z.int().min(LEAST_SIDE).max(SIDE.max)

const Component = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    kind: z.enum(componentKinds),
    /** '': what its figure is called. */
    title: line(80).default(''),
    x: place,
    y: place,
    width: side,
    height: side,
    sources: z.array(z.enum(figureNames)).max(MOST_SOURCES).default([]),
    options: options.prefault({}),
  })
  .superRefine(({ kind, sources }, ctx) => {
    for (const [at, name] of sources.entries())
      if (!canShow(kind, name))
        ctx.addIssue({ code: 'custom', path: ['sources', at], message: `a ${kind} cannot show it` })
    const wanted = componentShapes[kind].length > 0
    if (wanted && sources.length === 0) ctx.addIssue({ code: 'custom', path: ['sources'], message: 'names no figure' })
    if (sources.length > 1 && kind !== 'line')
      ctx.addIssue({ code: 'custom', path: ['sources', 1], message: `a ${kind} shows one figure` })
  })
export type DashboardComponent = z.output<typeof Component>

/** What lies further back comes first. */
export const DashboardDesign = z
  .strictObject({
    width: z.int().min(SIDE.min).max(SIDE.max),
    height: z.int().min(SIDE.min).max(SIDE.max),
    /** auto: as who looks has set the console. */
    theme: z.enum(['auto', 'light', 'dark']).default('auto'),
    components: z.array(Component).max(MOST_COMPONENTS),
  })
  .superRefine(({ width, height, components }, ctx) => {
    const seen = new Set<string>()
    for (const [at, { id, ...box }] of components.entries()) {
      const tell = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: ['components', at, field], message })
      if (seen.has(id)) tell('id', 'stands twice')
      seen.add(id)
      if (box.x + box.width > width) tell('width', 'reaches beyond the sheet')
      if (box.y + box.height > height) tell('height', 'reaches beyond the sheet')
    }
  })
export type DashboardDesign = z.output<typeof DashboardDesign>

export const refreshSeconds = z.int().min(5).max(60)

/** A dashboard as a file. */
export const DashboardDocument = z.strictObject({
  format: z.literal('sluice-dashboard'),
  edition: z.literal(1),
  name: dashboardName,
  template: z.enum(dashboardTemplates).default('blank'),
  refresh_seconds: refreshSeconds,
  design: DashboardDesign,
})
export type DashboardDocument = z.output<typeof DashboardDocument>
