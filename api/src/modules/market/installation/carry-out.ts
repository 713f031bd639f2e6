import type { Tx } from '@sluice/db'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { packageKinds } from '../../../packaging/index.ts'
import type { ConfigChange, ConfigKind, ConfigProblem } from '../../admin/config/contract.ts'
import { type ConfigObject, type ConfigWish, isObject, nameOf } from '../../admin/config/index.ts'
import type { InstallationDeps } from './install.ts'
import { findInstallation, type InstallationWhole } from './store.ts'

type Within = (tx: Tx, changes: readonly ConfigChange[]) => Promise<void>

/** What nobody has to look at first: tried, and done when nothing is in the way. @throws Failure `conflict.installation` */
export async function carryOut(deps: InstallationDeps, wish: ConfigWish, ctx: RouteContext, within: Within) {
  const { problems, hash } = await deps.config.plan(wish, 0, ctx)
  if (problems.length > 0) throw refuseProblems(problems)
  await deps.config.apply({ ...wish, hash }, ctx, within)
}

export const refuseProblems = (problems: readonly Pick<ConfigProblem, 'field' | 'message'>[]) =>
  refuse('conflict.installation', {
    value: problems
      .slice(0, 3)
      .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
      .join(' '),
    content: problems.slice(0, 1000),
  })

/** Held until the end of the transaction, and still what it was when the change was prepared. */
export async function holdInstallation(tx: Tx, { id, lock }: Pick<InstallationWhole, 'id' | 'lock'>): Promise<void> {
  const row = await findInstallation(tx, id, true)
  if (!row) throw refuse('notFound.installation')
  if (row.lock !== lock) throw refuseStale()
}

/**
 * All that there is beside an installation, and in it. @param whole what is told with all its lines
 * @throws Failure `conflict.packageScope` where the caller's role does not see all of its strategies: they would seem deleted
 */
export async function readAround(
  deps: InstallationDeps,
  row: InstallationWhole,
  ctx: RouteContext,
  whole: ReadonlySet<string> = new Set(),
): Promise<readonly ConfigObject[]> {
  const objects = await ctx.tenant(tx => deps.config.read(tx, [...packageKinds, 'connector'], ctx, whole))
  const seen = new Set(objects.map(each => nameOf(each.kind, each.key)))
  const isHidden = row.objects.some(
    each => (each.kind === 'strategy' || each.kind === 'gateway') && !seen.has(nameOf(each.kind, each.key)),
  )
  if (ctx.principal.groups !== null && isHidden) throw refuse('conflict.packageScope')
  return objects
}

interface Named {
  readonly kind: ConfigKind
  readonly key: string
}

/**
 * What may go of what is to go. A platform serves all that use it, and they are served through its adapter: while
 * something else lies on it, both stay.
 */
export function leaveShared<T extends Named>(objects: readonly ConfigObject[], gone: readonly T[]): T[] {
  const names = new Set(gone.map(each => nameOf(each.kind, each.key)))
  const used = new Set(objects.filter(each => !names.has(nameOf(each.kind, each.key))).flatMap(listPlatforms))
  const stays = (each: Named): boolean => each.kind === 'platform' && used.has(`own:${each.key}`)
  const adapters = new Set(objects.filter(stays).map(each => each.spec['adapter']))
  return gone.filter(each => !stays(each) && !(each.kind === 'adapter' && adapters.has(each.key)))
}

function listPlatforms({ kind, key, spec }: ConfigObject): string[] {
  if (kind === 'mapping') return [spec['a_platform'], spec['b_platform']].filter(each => typeof each === 'string')
  return ['adapter', 'api-asset', 'connector'].includes(kind) && isObject(spec) ? [key.slice(0, key.indexOf('/'))] : []
}
