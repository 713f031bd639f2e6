import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { ConfigFile } from '../../admin/config/contract.ts'
import { nameOf, readFiles } from '../../admin/config/index.ts'
import { carryOut, holdInstallation, leaveShared, readAround } from './carry-out.ts'
import { type InstallationChange, updateInstallation } from './change-store.ts'
import { requireInstallation } from './describe-installation.ts'
import { auditOf, type InstallationDeps } from './install.ts'
import type { InstallationWhole } from './store.ts'

/** Everything that an upgrade takes away. */
interface Previous {
  readonly row: Omit<InstallationChange, 'id' | 'previous' | 'previous_version'>
  /** Its objects as they were, with what was changed by hand. */
  readonly files: readonly ConfigFile[]
}

export function writePrevious(row: InstallationWhole, files: readonly ConfigFile[]): string {
  const { ref, version, publisher, flows, connectors, params, objects, title, platforms, document, base } = row
  const kept: Previous = {
    row: { ref, version, publisher, flows, connectors, params, objects, title, platforms, document, base },
    files,
  }
  return JSON.stringify(kept)
}

/** Back to what the last upgrade found, to the letter: what was changed since is gone with it. */
export async function rollback(deps: InstallationDeps, id: string, ctx: RouteContext): Promise<void> {
  const row = await ctx.tenant(tx => requireInstallation(tx, id))
  if (row.previous === null) throw refuse('conflict.packageFirst')
  const previous = JSON.parse(row.previous) as Previous // written by us
  const before = await readFiles(previous.files, () => undefined, ctx)
  const names = new Set(before.map(each => nameOf(each.kind, each.key)))
  const objects = await readAround(deps, row, ctx)
  const gone = row.objects.filter(each => !names.has(nameOf(each.kind, each.key)))
  const wish = {
    files: previous.files,
    remove: leaveShared(objects, gone).map(({ kind, key }) => ({ kind, key })),
  }
  await carryOut(deps, wish, ctx, async tx => {
    await holdInstallation(tx, row)
    await updateInstallation(tx, { ...previous.row, id, previous: null, previous_version: null })
    await ctx.audit(tx, {
      ...auditOf(row),
      before: { version: row.version, params: row.params },
      after: { version: previous.row.version, params: previous.row.params },
    })
  })
}
