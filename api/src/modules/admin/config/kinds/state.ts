import { z } from 'zod'
import { sayWords, writeMessage } from '../../../../http/messages.ts'
import { refuse } from '../../../../http/refuse.ts'
import { strategyCursor } from '../../../strategy/strategy-cursor/contract.ts'
import { listStrategies } from '../store.ts'
import { nameOf } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, type Step, skip } from './scene.ts'

const Spec = z.strictObject({ watermark: z.string().max(200).nullable() })
const REASON = { zh: '配置即代码', en: 'Configuration as code' }

/** How far strategies have read: their cursors, which move by themselves. */
export const states: KindOf<Found & { readonly watermark: string | null }> = {
  kind: 'state',
  permission: 'strategy:query',
  async list({ tx }) {
    return (await listStrategies(tx)).map(({ id, code, name, version, watermark }) => ({
      id,
      key: code,
      name,
      version,
      watermark,
      spec: { watermark },
    }))
  },
  async plan(scene, document, found): Promise<Step> {
    const { watermark } = parseSpec(Spec, document.spec, scene.ctx)
    if (!found) {
      if (scene.failed.has(nameOf('strategy', document.key))) return skip()
      throw refuse('invalid.configReference', { field: 'key', value: document.key })
    }
    const { language } = scene.ctx
    const step = { name: found.name, notes: [] as string[], apply: async () => {} }
    if (!scene.movesState)
      return { ...step, spec: found.spec, notes: [writeMessage('config.stateKept', language, {}, '')] }
    const body = { watermark, expected: found.watermark, reason: sayWords(REASON, language) }
    const { strategyCursor: routes } = scene.deps.parts
    return {
      ...step,
      spec: { watermark },
      async apply() {
        await call(scene, strategyCursor.move, routes.move, { params: { id: found.id }, body })
      },
    }
  },
}
