import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'

const settings = {
  name: 'Goods',
  direction: 'in',
  class: 'goods',
  is_matched: true,
  debit_account: '',
  credit_account: '',
  rules: [{ platform: '', field: 'kind', op: 'equals', value: 'x', way: 'any', priority: 1 }],
  is_active: true,
}

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => {
  const newItem = (world: World): Promise<{ id: string; version: number }> =>
    world.post('/api/dh/lessee/reconciliation/item', { ...settings, code: unique('item') })
  return {
    'accountingItem.list': own(),
    'accountingItem.create': async () => ({ body: { ...settings, code: unique('item') }, strangerGets: 'own' }),
    'accountingItem.update': async world => {
      const { id, version } = await newItem(world)
      return { params: { id }, body: { ...settings, version } }
    },
    'accountingItem.delete': async world => ({ params: { id: (await newItem(world)).id } }),
    'accountingItem.addStandard': own(),
    'accountingItem.unclassified': own(),
    'accountingItem.classify': own(),
  }
}
