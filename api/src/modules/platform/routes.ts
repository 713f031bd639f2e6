import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../platform/refuse.ts'
import type { Handlers } from '../../platform/route-handler.ts'
import type { Platform, platform } from './contract.ts'
import { describePlatform, findManifest } from './describe-platform.ts'

export function createPlatformRoutes(engine: Engine): Handlers<typeof platform> {
  return {
    async list({ query }, ctx) {
      const counts = await ctx.tenant(countConnectors)
      const wanted = query.keyword?.trim().toLowerCase() ?? ''
      const groups: Record<string, Platform[]> = {}
      for (const manifest of engine.connections.platforms()) {
        const text = [manifest.id, manifest.name.zh, manifest.name.en].join(' ').toLowerCase()
        if (!text.includes(wanted)) continue
        groups[manifest.group] ??= []
        groups[manifest.group]?.push(describePlatform(manifest, ctx.language, counts.get(manifest.id) ?? 0))
      }
      return groups
    },
    async get({ params }, ctx) {
      const manifest = findManifest(engine, params.id)
      if (!manifest) throw refuse('notFound.platform')
      const counts = await ctx.tenant(countConnectors)
      return describePlatform(manifest, ctx.language, counts.get(manifest.id) ?? 0)
    },
  }
}

async function countConnectors(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ platform_id: string; count: number }>(
    'select platform_id, count(*)::int as count from connector group by platform_id',
  )
  return new Map(rows.map(row => [row.platform_id, row.count]))
}
