import type { Engine } from '@sluice/engine'
import type { Language } from '../../platform/messages.ts'
import type { Platform } from './contract.ts'

type Manifest = ReturnType<Engine['connections']['platform']>

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
    platform_name: manifest.name[language],
    platform_icon: manifest.icon,
    platform_group: manifest.group,
    roles: manifest.roles,
  }
}

export const findManifest = (engine: Engine, platformId: string): Manifest | undefined =>
  engine.connections.platforms().find(manifest => manifest.id === platformId)

export function describePlatform(manifest: Manifest, language: Language, connectorCount: number): Platform {
  return {
    id: manifest.id,
    name: manifest.name[language],
    group: manifest.group,
    describe: manifest.describe[language],
    icon: manifest.icon,
    roles: [...manifest.roles],
    connector_params: manifest.params,
    source_params: manifest.sourceParams,
    target_params: manifest.targetParams,
    // No platform signs in through a browser yet, and none is bound to an app.
    oauth2: false,
    app: false,
    connector_help_link: manifest.helpLink ?? null,
    connector_count: connectorCount,
  }
}
