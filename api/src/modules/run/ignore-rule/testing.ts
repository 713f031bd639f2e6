import type { CreateSamples, World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => {
  const newRule = (world: World) =>
    world.post<{ id: string }>('/api/dh/lessee/ignore-rule', {
      strategy_id: null,
      contains: 'exists',
      outcome: 'finished',
    })
  const rule = { strategy_id: null, contains: '单据已存在', outcome: 'finished', enabled: true, remark: '' }
  return {
    'ignoreRule.search': async () => ({ strangerGets: 'own' }),
    'ignoreRule.create': async () => ({ body: rule, strangerGets: 'own' }),
    'ignoreRule.update': async world => ({ params: { id: (await newRule(world)).id }, body: { ...rule, version: 1 } }),
    'ignoreRule.delete': async world => ({ params: { id: (await newRule(world)).id } }),
  }
}
