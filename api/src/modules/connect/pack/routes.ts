import { sayIn, toPackResource } from '@sluice/contract'
import { type Engine, type Pack, sayInterface } from '@sluice/engine'
import type { Language } from '../../../http/messages.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { findManifest } from '../platform/index.ts'
import type { Pack as Described, pack } from './contract.ts'

export function createPackRoutes({ engine }: { readonly engine: Engine }): Handlers<typeof pack> {
  return {
    list: async ({ query }, ctx) =>
      engine.connections
        .packs()
        .filter(({ manifest }) => query.platform_id === undefined || manifest.id === query.platform_id)
        .map(each => describePack(engine, each, ctx.language)),
  }
}

function describePack(engine: Engine, { manifest: { id }, ...pack }: Pack, language: Language): Described {
  const { name, icon } = findManifest(engine, id)! // every pack is a platform
  return {
    platform_id: id,
    platform_name: sayIn(name, language),
    platform_icon: icon,
    version: pack.version,
    documentation: pack.documentation,
    adapter: pack.adapter,
    interfaces: pack.interfaces.map(each => ({
      resource: toPackResource(id, each.code),
      group: sayIn(each.group, language),
      doc: sayInterface(each, words => sayIn(words, language)),
    })),
  }
}
