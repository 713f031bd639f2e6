import { z } from 'zod'
import { requireRight } from '../../../../http/call-route.ts'
import { refuse } from '../../../../http/refuse.ts'
import { teachProfile } from '../../../reconcile/bill-import/index.ts'
import { billProfile, Headings, ProfileMapping, ProfileName } from '../../../reconcile/bill-profile/contract.ts'
import { type JsonObject, toJsonForm } from '../json.ts'
import { listBillProfiles } from '../recon-store.ts'
import { call, type KindOf, parseSpec, type Step } from './scene.ts'

const Spec = z.strictObject({ headings: Headings, mapping: ProfileMapping })

/** Kinds of bills that people taught by mapping columns: what a file of one looks like, and no line of it. */
export const billProfiles: KindOf = {
  kind: 'bill-profile',
  permission: 'reconciliation:query',
  async list({ tx }) {
    return (await listBillProfiles(tx)).map(({ id, name, version, headings, mapping }) => ({
      ...{ id, name, version, key: name },
      spec: toJsonForm({ headings, mapping }) as JsonObject,
    }))
  },
  async plan(scene, document, found): Promise<Step> {
    const name = document.key
    if (!ProfileName.safeParse(name).success || name.trim() !== name)
      throw refuse('invalid.configName', { field: 'key', value: name })
    const taught = parseSpec(Spec, document.spec, scene.ctx)
    return {
      name,
      spec: toJsonForm(taught) as JsonObject,
      notes: [],
      async apply() {
        requireRight(scene.ctx, billProfile.rename)
        await teachProfile({ id: found?.id ?? null, name, ...taught }, scene.deps.now(), scene.ctx)
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, billProfile.delete, scene.deps.parts.billProfile.delete, { params: { id } })
  },
}
