import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { makeCard, readKept } from '../../../packaging/index.ts'
import type { FoundPackage } from '../market/index.ts'
import { carryOut, holdInstallation, refuseProblems } from './carry-out.ts'
import { updateInstallation } from './change-store.ts'
import { requireInstallation } from './describe-installation.ts'
import { auditOf, type InstallationDeps } from './install.ts'
import { type Aim, prepareChange } from './prepare-change.ts'
import type { InstallationWhole } from './store.ts'
import { aimAt, toRow } from './upgrade.ts'

interface Adjustment {
  readonly lock: number
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly connectors?: Readonly<Record<string, string>> | undefined
  readonly add?: readonly string[] | undefined
}

/**
 * The same package with other values or more flows: where a value was changed by hand since, that stays.
 * @throws Failure `invalid.packageFlow` for a flow that it has not
 */
export async function adjust(
  deps: InstallationDeps,
  id: string,
  { lock, params = {}, connectors = {}, add = [] }: Adjustment,
  ctx: RouteContext,
): Promise<void> {
  const row = await ctx.tenant(tx => requireInstallation(tx, id))
  if (row.lock !== lock) throw refuseStale()
  const found = findInstalled(row)
  const unknown = add.find(code => !found.document.manifest.flows.some(each => each.strategy === code))
  if (unknown !== undefined) throw refuse('invalid.packageFlow', { field: 'add', value: unknown })
  const wish = aimAt(row, found.document, { ref: row.ref, params, connectors, add })
  const aim: Aim = { found, wish, choices: {}, again: add }
  const prepared = await prepareChange(deps, row, aim, ctx)
  if ('problems' in prepared) throw refuseProblems(prepared.problems)
  const { change } = prepared
  await carryOut(deps, change.config, ctx, async tx => {
    await holdInstallation(tx, row)
    const { previous, previous_version } = row
    await updateInstallation(tx, { ...toRow(row, aim, change), previous, previous_version })
    await ctx.audit(tx, {
      ...auditOf(row),
      before: { params: row.params, connectors: row.connectors, flows: row.flows },
      after: { params: wish.params, connectors: change.connectors, flows: wish.flows },
    })
  })
}

/** The package as it was installed, whether or not it is offered any more. */
function findInstalled(row: InstallationWhole): FoundPackage {
  const document = readKept(row.document)
  const { ref, name, version, publisher, publisher_key, platforms } = row
  const { industry } = document.manifest
  const card = makeCard(document)
  const candidate = { ref, name, version, publisher, publisher_key, platforms, industry, card }
  return { document, candidate: { ...candidate, origin: 'own', source: '', words: '', changed_at: null } }
}
