import type { SolutionPackage } from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { chooseFlows, readKept } from '../../../packaging/index.ts'
import { locatePackage } from '../market/index.ts'
import { holdInstallation, refuseProblems } from './carry-out.ts'
import { updateInstallation } from './change-store.ts'
import type { UpgradePlan } from './contract.ts'
import { requireInstallation } from './describe-installation.ts'
import { auditOf, type InstallationDeps, type InstallWish } from './install.ts'
import type { Choices } from './merge-specs.ts'
import { type Aim, type Change, prepareChange } from './prepare-change.ts'
import { writePrevious } from './rollback.ts'
import type { InstallationWhole } from './store.ts'

export interface UpgradeWish {
  readonly ref: string
  readonly choices: Choices
  readonly params: Readonly<Record<string, string>>
  readonly connectors: Readonly<Record<string, string>>
}

/** Records of each strategy that are mapped by both versions to see what it means for them. */
const SAMPLE = 500

/** Tried in a transaction that is undone. */
export async function planUpgrade(
  deps: InstallationDeps,
  id: string,
  wish: UpgradeWish,
  ctx: RouteContext,
): Promise<UpgradePlan> {
  const { row, aim } = await readAim(deps, id, wish, ctx)
  const { manifest } = aim.found.document
  const told = { version: manifest.version, asked: listAsked(row, aim) }
  const prepared = await prepareChange(deps, row, aim, ctx)
  if ('problems' in prepared) {
    const { problems } = prepared
    return { ...told, hash: '', changes: [], conflicts: [], effects: [], kept: 0, problems: [...problems] }
  }
  const { merged, config, hash } = prepared.change
  const planned = await deps.config.plan(config, SAMPLE, ctx)
  return {
    ...told,
    hash: `${planned.hash}.${hash}`,
    changes: planned.changes.filter(each => each.act !== 'same'),
    conflicts: [...merged.conflicts],
    effects: planned.effects,
    kept: merged.kept,
    problems: planned.problems,
  }
}

/** All of the plan or nothing. @throws Failure `conflict.plan` when it is no longer what was planned */
export async function upgrade(
  deps: InstallationDeps,
  id: string,
  { hash, ...wish }: UpgradeWish & { readonly hash: string },
  ctx: RouteContext,
): Promise<void> {
  const { row, aim } = await readAim(deps, id, wish, ctx)
  const prepared = await prepareChange(deps, row, aim, ctx)
  if ('problems' in prepared) throw refuseProblems(prepared.problems)
  const { change } = prepared
  const [planned = '', own] = hash.split('.')
  if (own !== change.hash) throw refuse('conflict.plan', { field: 'hash' })
  await deps.config.apply({ ...change.config, hash: planned }, ctx, async tx => {
    await holdInstallation(tx, row)
    const previous = writePrevious(row, change.mine)
    await updateInstallation(tx, { ...toRow(row, aim, change), previous, previous_version: row.version })
    const { conflicts, kept } = change.merged
    await ctx.audit(tx, {
      ...auditOf(row),
      before: { version: row.version, params: row.params },
      after: {
        version: aim.found.candidate.version,
        params: aim.wish.params,
        kept,
        conflicts: conflicts.map(each => `${each.kind} ${each.key} ${each.path}`.trim()),
        theirs: conflicts.filter(each => wish.choices[each.id] === 'theirs').length,
      },
    })
  })
}

/** What is remembered of an installation that became something else. */
export function toRow(row: InstallationWhole, { found, wish }: Aim, change: Change) {
  const { ref, version, publisher, platforms, card } = found.candidate
  return {
    ...{ id: row.id, ref, version, publisher, platforms, title: card.title },
    flows: chooseFlows(found.document, wish.flows),
    connectors: change.connectors,
    params: wish.params,
    objects: change.objects,
    document: JSON.stringify(found.document),
    base: JSON.stringify(change.base),
  }
}

async function readAim(deps: InstallationDeps, id: string, wish: UpgradeWish, ctx: RouteContext) {
  const { row, found } = await ctx.tenant(async tx => ({
    row: await requireInstallation(tx, id),
    found: await locatePackage(tx, deps.packages, wish.ref),
  }))
  const { name, publisher_key: key, version } = found.candidate
  if (name !== row.name || key !== row.publisher_key)
    throw refuse('invalid.packageOther', { field: 'ref', value: row.name })
  if (version === row.version) throw refuse('conflict.packageSame', { field: 'ref', value: version })
  const { choices, params, connectors } = wish
  const given = { ref: wish.ref, params, connectors, add: [] }
  const aim: Aim = { found, choices, again: [], wish: aimAt(row, found.document, given) }
  return { row, aim }
}

/** The wish that it was installed by, as far as the package still asks, with what is given now. */
export function aimAt(
  row: InstallationWhole,
  { manifest }: SolutionPackage,
  given: Pick<UpgradeWish, 'ref' | 'params' | 'connectors'> & { readonly add: readonly string[] },
): InstallWish {
  const params = Object.entries(row.params).filter(([name]) => manifest.parameters.some(each => each.name === name))
  return {
    ...{ ref: given.ref, flows: [...new Set([...row.flows, ...given.add])], prefix: row.prefix, group: row.group_name },
    connectors: { ...row.connectors, ...given.connectors },
    params: { ...Object.fromEntries(params), ...given.params },
  }
}

/** Parameters that the installed version has not, and that nobody and no default has given a value. */
function listAsked(row: InstallationWhole, { found, wish }: Aim): string[] {
  const old = readKept(row.document).manifest.parameters
  return found.document.manifest.parameters
    .filter(each => !old.some(known => known.name === each.name))
    .filter(each => each.default === undefined && !(Object.hasOwn(wish.params, each.name) && wish.params[each.name]))
    .map(each => each.name)
}
