import type { RouteContext } from '../../../http/route-handler.ts'
import type { ConfigChange, ConfigProblem } from '../../admin/config/contract.ts'
import type { ConfigWish } from '../../admin/config/index.ts'
import { carryOut, holdInstallation, leaveShared, readAround } from './carry-out.ts'
import { convertInstallation, deleteInstallation } from './change-store.ts'
import { requireInstallation } from './describe-installation.ts'
import { auditOf, type InstallationDeps } from './install.ts'
import type { InstallationWhole } from './store.ts'

interface Removal {
  readonly hash: string
  readonly changes: ConfigChange[]
  readonly problems: ConfigProblem[]
  readonly records: string
}

/** Tried in a transaction that is undone: a strategy that runs, or an object that something else needs, is in the way. */
export async function planRemoval(deps: InstallationDeps, id: string, ctx: RouteContext): Promise<Removal> {
  const row = await ctx.tenant(tx => requireInstallation(tx, id))
  const { hash, changes, problems } = await deps.config.plan(await listGone(deps, row, ctx), 0, ctx)
  const records = changes.flatMap(each => each.fields.filter(field => field.path === 'records'))
  const total = records.reduce((sum, { before }) => sum + BigInt(before ?? '0'), 0n)
  return { hash, changes, problems, records: String(total) }
}

/** Everything that it made, or the installation alone. */
export async function uninstall(
  deps: InstallationDeps,
  id: string,
  { keep }: { readonly keep: boolean },
  ctx: RouteContext,
): Promise<void> {
  const row = await ctx.tenant(tx => requireInstallation(tx, id))
  const forget = async (tx: Parameters<typeof deleteInstallation>[0]): Promise<void> => {
    await holdInstallation(tx, row)
    await deleteInstallation(tx, id)
    await ctx.audit(tx, { ...auditOf(row), before: { version: row.version, prefix: row.prefix }, after: { keep } })
  }
  if (keep) await ctx.tenant(forget)
  else await carryOut(deps, await listGone(deps, row, ctx), ctx, forget)
}

async function listGone(deps: InstallationDeps, row: InstallationWhole, ctx: RouteContext): Promise<ConfigWish> {
  const objects = await readAround(deps, row, ctx)
  return { files: [], remove: leaveShared(objects, row.objects).map(({ kind, key }) => ({ kind, key })) }
}

/** Its strategies are like any others from then on; it is upgraded as before. */
export async function convert(deps: InstallationDeps, id: string, ctx: RouteContext): Promise<void> {
  await readAround(deps, await ctx.tenant(tx => requireInstallation(tx, id)), ctx)
  await ctx.tenant(async tx => {
    const row = await requireInstallation(tx, id, true)
    await convertInstallation(tx, id)
    await ctx.audit(tx, { ...auditOf(row), before: { is_converted: row.is_converted }, after: { is_converted: true } })
  })
}
