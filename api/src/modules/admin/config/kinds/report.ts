import { z } from 'zod'
import { refuse } from '../../../../http/refuse.ts'
import { aggregate, ReportBody } from '../../../insight/aggregate/contract.ts'
import { changeShared, removeShared } from '../../../insight/aggregate/index.ts'
import { type Json, type JsonObject, toJsonForm } from '../json.ts'
import { listReports } from '../store.ts'
import { keyOfReport, splitReportKey } from '../world.ts'
import { call, type KindOf, parseSpec, resolveIn, type Step } from './scene.ts'

const Spec = z.strictObject({ definition: ReportBody })

/** What was kept before a definition named its edition has the first. */
const FIRST = { edition: 1 }

/** Reports that are shared with everybody who sees their strategy. */
export const reports: KindOf = {
  kind: 'report',
  permission: 'strategy:query',
  async list({ tx }) {
    return (await listReports(tx)).map(({ id, version, name, ...row }) => {
      const stored = { ...FIRST, ...row.definition }
      const read = ReportBody.safeParse(stored)
      const definition: Json = toJsonForm(read.success ? read.data : stored)
      return { id, version, name, key: keyOfReport({ ...row, name }), spec: { definition } }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { code, name } = readKey(document.key)
    const strategy = resolveIn(scene)('strategy', code, 'key')
    const { definition } = parseSpec(Spec, document.spec, scene.ctx)
    const content = { name, is_shared: true, definition }
    return {
      name,
      spec: toJsonForm({ definition }) as JsonObject,
      notes: [],
      async apply() {
        if (found) await changeShared(found.id, content, scene.ctx)
        else
          await call(scene, aggregate.create, scene.deps.parts.aggregate.create, {
            params: { strategy: strategy.id },
            body: content,
          })
      },
    }
  },
  remove: (scene, { id }) => removeShared(id, scene.ctx),
}

/** @throws Failure */
function readKey(key: string) {
  const split = splitReportKey(key)
  const { code, name } = split
  if (code === '' || name.trim() !== name || name === '' || name.length > 60)
    throw refuse('invalid.configReportKey', { field: 'key', value: key })
  return split
}
