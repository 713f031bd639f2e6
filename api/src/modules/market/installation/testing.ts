import { newInstallation, newUpload, newWish } from '../../../testing/package-objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

const ofNew = async (world: World) => ({ params: { id: (await newInstallation(world)).id } })

export const createSamples: CreateSamples = () => ({
  'installation.platforms': async world => ({ body: { ref: await newUpload(world) } }),
  'installation.plan': async world => ({ body: await newWish(world) }),
  'installation.create': async world => {
    const wish = await newWish(world)
    const { hash } = await world.post<{ hash: string }>('/api/dh/lessee/installation/plan', wish)
    return { body: { ...wish, hash } }
  },
  'installation.list': own(),
  'installation.detail': ofNew,
})
