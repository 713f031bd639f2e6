import { dashboardTemplates, type Parsed } from '@sluice/contract'
import { z } from 'zod'
import { parseInput } from '../../../../http/parse-input.ts'
import { digraph } from '../../../insight/digraph/contract.ts'
import { isObject, type Json, type JsonObject, toJsonForm } from '../json.ts'
import { listDashboards } from '../store.ts'
import { call, type KindOf, parseSpec, type Step } from './scene.ts'

const Component = z.looseObject({ name: z.string().max(40) })
const Spec = z.strictObject({
  template: z.enum(dashboardTemplates).default('blank'),
  refresh_seconds: z.int().default(30),
  design: z.looseObject({ components: z.array(Component).max(1000) }),
})

/** Components are named in a file, so that a difference says which one it is. */
const toFile = (design: unknown): Json => {
  const form = toJsonForm(design)
  if (!isObject(form) || !Array.isArray(form['components'])) return form
  const components = (form['components'] as Json[]).map(each => {
    if (!isObject(each)) return each
    const { id, ...rest } = each
    return { name: id, ...rest }
  })
  return { ...form, components }
}

const toDesign = ({ components, ...design }: z.output<typeof Spec>['design']) => ({
  ...design,
  components: components.map(({ name, ...rest }) => ({ id: name, ...rest })),
})

export const dashboards: KindOf = {
  kind: 'dashboard',
  permission: 'digraph:query',
  async list({ tx }) {
    return (await listDashboards(tx)).map(({ id, name, version, template, refresh_seconds, design }) => ({
      ...{ id, name, version, key: name },
      spec: { template, refresh_seconds, design: toFile(design) },
    }))
  },
  async plan(scene, document, found): Promise<Step> {
    const { template, refresh_seconds, design } = parseSpec(Spec, document.spec, scene.ctx)
    const name = document.key
    const head = { format: 'sluice-dashboard', edition: 1, name, template, refresh_seconds }
    // Every default of it is written out, as it will be kept.
    const asked = { ...NOTHING, body: { ...head, design: toDesign(design) } }
    const { body } = parseInput(digraph.import, asked, scene.ctx) as Parsed<(typeof digraph)['import']>
    const content = { name, refresh_seconds, design: body.design }
    return {
      name,
      // What it began as is told once; a later file does not make it another beginning.
      spec: {
        template: found ? (found.spec['template'] ?? template) : template,
        refresh_seconds,
        design: toFile(body.design),
      } as JsonObject,
      notes: [],
      async apply() {
        const { digraph: routes } = scene.deps.parts
        if (found)
          await call(scene, digraph.update, routes.update, {
            params: { id: found.id },
            body: { ...content, version: found.version },
          })
        else await call(scene, digraph.import, routes.import, { body })
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, digraph.delete, scene.deps.parts.digraph.delete, { params: { id } })
  },
}

const NOTHING = { params: undefined, query: undefined }
