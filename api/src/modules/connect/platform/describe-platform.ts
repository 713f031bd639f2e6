import { PlatformTemplate, platformGroups, sayIn } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { deriveManifest, type Engine, type Pack } from '@sluice/engine'
import type { Language } from '../../../http/messages.ts'
import type { Platform } from './contract.ts'
import { listSignIns } from './list-sign-ins.ts'
import { listOwn, type OwnPlatform, type Uses } from './store.ts'

export type Manifest = ReturnType<Engine['connections']['platforms']>[number]

/** What a connector's or strategy's row says about its platform. */
interface PlatformBadge {
  readonly platform_name: string
  readonly platform_icon: { readonly text: string; readonly color: string }
  readonly platform_group: string
  readonly roles: readonly ('source' | 'target')[]
}

/** The badge of a platform; of one that is no longer part of the product, its id and grey. */
export function describeBadge(engine: Engine, platformId: string, language: Language): PlatformBadge {
  const manifest = findManifest(engine, platformId)
  if (!manifest)
    return {
      platform_name: platformId,
      platform_icon: { text: platformId.slice(0, 2).toUpperCase(), color: '#8C8C8C' },
      platform_group: 'other',
      roles: [],
    }
  return {
    platform_name: sayIn(manifest.name, language),
    platform_icon: drawIcon(manifest, language),
    platform_group: manifest.group,
    roles: manifest.roles,
  }
}

const HAN = /\p{Script=Han}/u

/**
 * A Chinese letter stands for a name that is read in Chinese; where the name is read in another language or another
 * script, its own first letter does. A name that is the same everywhere keeps the letters its owner chose.
 */
function drawIcon({ icon, name }: Pick<Manifest, 'icon' | 'name'>, language: Language): Manifest['icon'] {
  const said = sayIn(name, language)
  if (!HAN.test(icon.text) || said === name.zh) return icon
  return { ...icon, text: [...said][0]?.toUpperCase() ?? icon.text }
}

export const findManifest = (engine: Engine, platformId: string): Manifest | undefined =>
  engine.connections.platforms().find(manifest => manifest.id === platformId)

/** The engine as the tenant of the transaction sees it: the platforms it describes are among the others. */
export async function withOwnPlatforms(engine: Engine, tx: Tx): Promise<Engine> {
  const own = (await listOwn(tx)).flatMap(row => {
    const base = findManifest(engine, row.template.base)
    return base ? [deriveManifest(base, row)] : []
  })
  if (own.length === 0) return engine
  const { connections } = engine
  return { ...engine, connections: { ...connections, platforms: () => [...connections.platforms(), ...own] } }
}

export interface PlatformFacts {
  readonly uses: Uses | undefined
  /** Absent: a platform of the product. */
  readonly own?: OwnPlatform | undefined
  readonly packs: readonly Pack[]
}

export function describePlatform(
  manifest: Manifest,
  language: Language,
  { uses, own, packs }: PlatformFacts,
): Platform {
  const pack = packs.find(each => each.manifest.id === (own?.template.base ?? manifest.id))
  return {
    id: manifest.id,
    name: sayIn(manifest.name, language),
    code: own?.code ?? manifest.id,
    group: manifest.group,
    describe: sayIn(manifest.describe, language),
    icon: drawIcon(manifest, language),
    roles: [...manifest.roles],
    connector_params: manifest.params,
    source_params: manifest.sourceParams,
    target_params: manifest.targetParams,
    sign_ins: listSignIns(manifest, own?.template),
    oauth2: Boolean(own?.template.oauth2),
    app: (own?.template.app.length ?? 0) > 0,
    connector_help_link: manifest.helpLink ?? null,
    is_own: own !== undefined,
    base: own?.template.base ?? manifest.id,
    status: own?.status ?? 'enabled',
    takes_assets: manifest.takesAssets === true,
    takes_statements: manifest.takesStatements === true,
    follows: manifest.follows ?? null,
    pack: pack ? { version: pack.version, interface_count: pack.interfaces.length } : null,
    connector_count: uses?.connectors ?? 0,
    asset_count: uses?.assets ?? 0,
  }
}

/** What a copy of a platform of the product begins with. */
export const toTemplate = (manifest: Manifest, language: Language): PlatformTemplate =>
  PlatformTemplate.parse({
    base: manifest.id,
    code: `my-${manifest.id}`.slice(0, 40),
    name: sayIn(manifest.name, language),
    group: platformGroups.find(group => group === manifest.group) ?? 'other',
    describe: sayIn(manifest.describe, language).slice(0, 500),
    icon: manifest.icon,
    help_link: /^https?:/.test(manifest.helpLink ?? '') ? manifest.helpLink : '',
    params: manifest.params,
  })
