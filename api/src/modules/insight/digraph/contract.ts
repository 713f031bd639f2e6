import { dashboardTemplates, figureNames, figureSources, route } from '@sluice/contract'
import { z } from 'zod'
import { DashboardDesign, DashboardDocument, dashboardName, refreshSeconds, versionNote } from './design-contract.ts'
import { FigureReading } from './figure-contract.ts'
import { shareRoutes } from './share-contract.ts'
import { versionRoutes } from './version-contract.ts'

const id = z.object({ id: z.uuid() })
const sorts = ['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'] as const

const head = {
  id: z.uuid(),
  name: z.string(),
  template: z.enum(dashboardTemplates),
  refresh_seconds: z.int(),
  component_count: z.int(),
  width: z.int(),
  height: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Who saved it last; null: they are gone. */
  updated_by: z.string().nullable(),
}
const Dashboard = z.object({ ...head, design: DashboardDesign })
export type Dashboard = z.output<typeof Dashboard>

const readingOf = {
  /** When this was answered, by the server's clock: how old a figure is follows from its own time. */
  at: z.string(),
  figures: z.array(FigureReading),
}

const filter = {
  keyword: z.string().max(100).optional(),
  template: z.enum(dashboardTemplates).optional(),
  sort: z.enum(sorts).default('-updated_at'),
}
const content = { name: dashboardName, refresh_seconds: refreshSeconds, design: DashboardDesign }
const BASE = '/api/dp/digraph'
const ONE = `${BASE}/{id}` as const

export const digraph = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'Dashboards',
    permission: 'digraph:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(z.object(head)),
  }),
  export: route({
    method: 'GET',
    path: '/api/dp/digraph-export',
    summary: 'The filtered list of dashboards as CSV',
    permission: 'digraph:export',
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  create: route({
    method: 'POST',
    path: BASE,
    summary: 'A dashboard of a template, made of what the tenant has',
    permission: 'digraph:add',
    audit: 'add',
    body: z.strictObject({ name: dashboardName, template: z.enum(dashboardTemplates).default('blank') }),
    content: Dashboard,
  }),
  import: route({
    method: 'POST',
    path: '/api/dp/digraph-import',
    summary: 'A dashboard of a file that one was exported to',
    permission: 'digraph:import',
    audit: 'import',
    body: DashboardDocument,
    content: Dashboard,
  }),
  get: route({
    method: 'GET',
    path: ONE,
    summary: 'One dashboard with its design',
    permission: 'digraph:query',
    audit: 'query',
    params: id,
    content: Dashboard,
  }),
  update: route({
    method: 'PUT',
    path: ONE,
    summary: 'Change a dashboard; 409 names who saved since the version that the change was made from',
    permission: 'digraph:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...content, version: z.int(), note: versionNote }),
    content: Dashboard,
  }),
  rename: route({
    method: 'PUT',
    path: `${ONE}/name`,
    summary: 'Give a dashboard another name',
    permission: 'digraph:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ name: dashboardName, version: z.int() }),
    content: Dashboard,
  }),
  copy: route({
    method: 'POST',
    path: `${ONE}/copy`,
    summary: 'The same dashboard under a free name',
    permission: 'digraph:add',
    audit: 'add',
    params: id,
    content: Dashboard,
  }),
  delete: route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a dashboard',
    permission: 'digraph:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  document: route({
    method: 'GET',
    path: `${ONE}/content`,
    summary: 'A dashboard as a file that can be imported',
    permission: 'digraph:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  reading: route({
    method: 'GET',
    path: `${ONE}/reading`,
    summary: 'What a dashboard shows now; one reading serves all who may see the same',
    permission: 'digraph:query',
    audit: 'query',
    params: id,
    content: z.object({ ...readingOf, version: z.int(), refresh_seconds: z.int() }),
  }),
  figures: route({
    method: 'POST',
    path: '/api/dp/digraph-figures',
    summary: 'Figures by name, while a dashboard is designed',
    permission: 'digraph:query',
    audit: 'query',
    body: z.strictObject({
      names: z.array(z.enum(figureNames)).min(1).max(Object.keys(figureSources).length),
    }),
    content: z.object(readingOf),
  }),
  ...shareRoutes,
  ...versionRoutes,
}
