import { PlatformTemplate } from '@sluice/contract'
import { z } from 'zod'
import { requireRight } from '../../../../http/call-route.ts'
import { refuse } from '../../../../http/refuse.ts'
import { MASK } from '../../../../http/write-audit.ts'
import { platform } from '../../../connect/platform/contract.ts'
import type { ConfigDocument } from '../files.ts'
import { type JsonObject, toJsonForm } from '../json.ts'
import { createPlaceholders, readPlaceholder, writePlaceholder } from '../name-secrets.ts'
import { listPlatforms, type PlatformRow } from '../store.ts'
import { nameOf } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, resolveIn, type Scene, type Step, skip } from './scene.ts'

const Spec = PlatformTemplate.omit({ code: true }).extend({
  adapter: z.string().max(200).default(''),
  status: z.enum(['enabled', 'stopped']).default('enabled'),
})
type AppEntry = PlatformTemplate['app'][number]

interface FoundPlatform extends Found {
  readonly row: PlatformRow
}

export const platforms: KindOf<FoundPlatform> = {
  kind: 'platform',
  permission: 'platform:query',
  async list({ tx, world }) {
    const rows = await listPlatforms(tx)
    const placeholder = createPlaceholders(rows.map(row => `platform/${row.code}`))
    return rows.map(row => {
      const { code, adapter, app, ...template } = PlatformTemplate.parse(row.template)
      const shown = app.map(entry =>
        entry.secret && entry.value !== '' ? { ...entry, value: placeholder(`platform/${code}`, entry.name) } : entry,
      )
      const named = adapter === '' ? '' : (world.keyOf('adapter', adapter) ?? `?${adapter}`)
      const spec = toJsonForm({ status: row.status, ...template, app: shown, adapter: named }) as JsonObject
      return { id: row.id, key: row.code, name: row.name, version: row.version, spec, row }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { status, adapter, ...given } = parseSpec(Spec, document.spec, scene.ctx)
    const { sent, shown } = await fillApp(scene, document, given.app, found)
    const wished = { ...given, code: document.key, app: sent }
    const { platform: routes } = scene.deps.parts
    // Its adapter belongs to it, so the adapter of a new one comes after it.
    const isLate =
      adapter !== '' &&
      scene.world.find('adapter', adapter) === undefined &&
      scene.wanted.has(nameOf('adapter', adapter))
    const adapterId = adapter === '' || isLate ? '' : resolveIn(scene)('adapter', adapter, 'spec.adapter').id
    const update = async (id: string, version: number, adapterNow: string) => {
      const body = { ...wished, adapter: adapterNow, version, app: sent }
      await call(scene, platform.update, routes.update, { params: { id }, body })
    }
    return {
      name: given.name,
      spec: toJsonForm({ status, ...given, app: shown, adapter }) as JsonObject,
      notes: [],
      async apply() {
        const id = found
          ? found.id
          : (await call(scene, platform.create, routes.create, { body: { ...wished, adapter: '' } })).id
        if (found) await update(id, found.version, adapterId)
        else if (adapterId !== '') await update(id, 1, adapterId)
        const input = { params: { id } }
        if (status === 'stopped' && found?.row.status !== 'stopped')
          await call(scene, platform.stop, routes.stop, input)
        if (status === 'enabled' && found?.row.status === 'stopped')
          await call(scene, platform.enable, routes.enable, input)
        if (isLate) scene.later.push({ document, work: () => nameAdapter(scene, id, adapter, update) })
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, platform.delete, scene.deps.parts.platform.delete, { params: { id } })
  },
}

async function nameAdapter(
  scene: Scene,
  id: string,
  adapter: string,
  update: (id: string, version: number, adapter: string) => Promise<void>,
): Promise<void> {
  const row = (await listPlatforms(scene.tx)).find(each => each.id === id)
  await update(id, row?.version ?? 0, resolveIn(scene)('adapter', adapter, 'spec.adapter').id)
}

/** Secrets of the vendor's app, as those of a connector. */
async function fillApp(
  scene: Scene,
  document: ConfigDocument,
  app: readonly AppEntry[],
  found: FoundPlatform | undefined,
): Promise<{ sent: AppEntry[]; shown: AppEntry[] }> {
  const sent: AppEntry[] = []
  const shown: AppEntry[] = []
  for (const [at, entry] of app.entries()) {
    try {
      const filled = await fillEntry(scene, entry, `spec.app.${at}.value`, found)
      sent.push({ ...entry, value: filled.sent })
      shown.push({ ...entry, value: filled.shown })
    } catch (failure) {
      scene.complain(document, failure)
    }
  }
  return sent.length === app.length ? { sent, shown } : skip()
}

async function fillEntry(
  scene: Scene,
  { name, value, secret }: AppEntry,
  field: string,
  found: FoundPlatform | undefined,
) {
  const wanted = readPlaceholder(value)
  if (wanted === null) {
    if (secret && value !== '') throw refuse('invalid.configOpenSecret', { field, value: writePlaceholder(name) })
    return { sent: value, shown: value }
  }
  const sealed = found?.row.app[name]
  const shown = findShown(found, name) ?? value
  const given = scene.secrets[wanted]
  if (given === undefined) {
    if (sealed === undefined) throw refuse('invalid.configSecret', { field, value: wanted })
    return { sent: MASK, shown }
  }
  if (sealed !== undefined && found && (await isStored(scene, found.id, name, sealed, given)))
    return { sent: MASK, shown }
  scene.stored.add(wanted)
  return { sent: given, shown: `${value} *` }
}

const findShown = (found: FoundPlatform | undefined, name: string): string | undefined =>
  (found?.spec['app'] as unknown as readonly AppEntry[] | undefined)?.find(each => each.name === name)?.value

async function isStored(
  { deps, ctx }: Scene,
  id: string,
  name: string,
  sealed: string,
  given: string,
): Promise<boolean> {
  requireRight(ctx, platform.update)
  try {
    return (await deps.vault.open(ctx.principal.tenantId, `platform/${id}/app/${name}`, sealed)) === given
  } catch {
    return false // broken: it is to be replaced
  }
}
