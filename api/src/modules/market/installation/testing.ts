import { newInstallation, newUpload, newWish } from '../../../testing/package-objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

const ofNew = async (world: World) => ({ params: { id: (await newInstallation(world)).id } })

export const createSamples: CreateSamples = () => ({
  'installation.platforms': async world => ({ body: { ref: await newUpload(world) } }),
  'installation.plan': async world => ({ body: await newWish(world) }),
  'installation.trial': async world => ({ body: await newWish(world) }),
  'installation.create': async world => {
    const wish = await newWish(world)
    const { hash } = await world.post<{ hash: string }>('/api/dh/lessee/installation/plan', wish)
    return { body: { ...wish, hash } }
  },
  'installation.list': own(),
  'installation.detail': ofNew,
  'installation.adjust': async world => {
    const { id, lock } = await newInstallation(world)
    return { params: { id }, body: { lock } }
  },
  'installation.convert': ofNew,
  'installation.upgradePlan': ofNewer,
  'installation.upgrade': planned,
  'installation.rollback': async world => {
    const { params, body } = await planned(world)
    await world.post(`/api/dh/lessee/installation/${params.id}/upgrade`, body)
    return { params }
  },
  'installation.removal': ofNew,
  'installation.remove': async world => ({ ...(await ofNew(world)), body: {} }),
})

/** With a version after it. */
async function ofNewer(world: World) {
  const { id, name } = await newInstallation(world)
  return { params: { id }, body: { ref: await newUpload(world, name, '2.0.0') } }
}

async function planned(world: World) {
  const { params, body } = await ofNewer(world)
  const path = `/api/dh/lessee/installation/${params.id}/upgrade/plan`
  const { hash } = await world.post<{ hash: string }>(path, body)
  return { params, body: { ...body, hash } }
}
