import type { ContentOut } from '@sluice/contract'
import type { RouteContext } from '../../../http/route-handler.ts'
import { closeOverFlows, isAlong, isPackageKind, packageKinds, readObjects } from '../../../packaging/index.ts'
import type { solutionPackage } from './contract.ts'
import { type PackageDeps, readStored, requirePackage } from './service.ts'

/** What may come along with the strategies of a package: what is there now, and whether it is in the draft. */
export async function listAlong(
  { config }: Pick<PackageDeps, 'config'>,
  id: string,
  ctx: RouteContext,
): Promise<ContentOut<(typeof solutionPackage)['along']>> {
  const { document, objects } = await ctx.tenant(async tx => ({
    document: readStored(await requirePackage(tx, id)),
    objects: await config.read(tx, packageKinds, ctx),
  }))
  const held = await readObjects(document, () => undefined, ctx)
  const codes = held.flatMap(each => (each.kind === 'strategy' ? [each.key] : []))
  const known = objects.flatMap(({ kind, ...rest }) => (isPackageKind(kind) ? [{ ...rest, kind }] : []))
  return closeOverFlows(known, codes).objects.flatMap(each =>
    isAlong(each) ? [{ kind: each.kind, key: each.key, name: each.name, is_in: held.some(isSameAs(each)) }] : [],
  )
}

const isSameAs =
  (one: { readonly kind: string; readonly key: string }) =>
  (other: { readonly kind: string; readonly key: string }): boolean =>
    other.kind === one.kind && other.key === one.key
