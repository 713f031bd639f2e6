import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, own, unique } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'reconAccount.platforms': own(),
  'reconAccount.list': own(),
  'reconAccount.create': async () => ({
    body: { code: unique('shop'), name: 'Shop', platform: 'alipay' },
    strangerGets: 'own',
  }),
  'reconAccount.get': async world => ({ params: { id: (await newReconAccount(world)).id } }),
  'reconAccount.update': async world => {
    const { id, version } = await newReconAccount(world)
    const settings = { name: 'Other', shop_no: '', company: '', opening: '1.50', opening_on: null, remark: '' }
    return { params: { id }, body: { ...settings, version } }
  },
  'reconAccount.setStatus': async world => {
    const { id, version } = await newReconAccount(world)
    return { params: { id }, body: { status: 'frozen', version } }
  },
})
