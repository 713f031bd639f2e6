import type { RouteDef, SolutionPackage } from '@sluice/contract'
import {
  chooseFlows,
  closeOverFlows,
  listShared,
  type PackageKind,
  type PackageObject,
} from '../../../packaging/index.ts'
import type { Json } from '../../admin/config/index.ts'
import { adapter } from '../../asset/adapter/contract.ts'
import { apiAsset } from '../../asset/api-asset/contract.ts'
import { platform } from '../../connect/platform/contract.ts'
import { application } from '../../gateway/application/contract.ts'
import { CALLS, READS } from '../../gateway/application/index.ts'
import { aggregate } from '../../insight/aggregate/contract.ts'
import { digraph } from '../../insight/digraph/contract.ts'
import { mapping } from '../../mapping/mapping/contract.ts'
import { billProfile } from '../../reconcile/bill-profile/contract.ts'
import { flow } from '../../reconcile/flow/contract.ts'
import { strategy } from '../../strategy/strategy/contract.ts'

type Part = Pick<PackageObject, 'kind' | 'spec'>
type Route = Pick<RouteDef, 'permission'>

const isPublished = ({ spec }: Part): boolean => spec['status'] === 'published'

/** Nobody hands out what they may not read or call themselves. */
const readingOf = (apis: Json): Route[] =>
  Array.isArray(apis) && JSON.stringify(apis).match(/"(query|find|link|dispatch)"/) ? [{ permission: READS }] : []
const callingOf = (assets: Json): Route[] => (Array.isArray(assets) && assets.length > 0 ? [{ permission: CALLS }] : [])

/** What is called to make one; it asks for the same rights as on its own page. */
const makers: Readonly<Record<PackageKind, (part: Part) => readonly Route[]>> = {
  platform: () => [platform.create],
  adapter: part => [adapter.create, ...(isPublished(part) ? [adapter.publish] : [])],
  'api-asset': part => [apiAsset.create, ...(isPublished(part) ? [apiAsset.publish] : [])],
  mapping: ({ spec: { lines } }) => [
    mapping.create,
    ...(Array.isArray(lines) && lines.length > 0 ? [mapping.import] : []),
  ],
  strategy: () => [strategy.create],
  report: () => [aggregate.create],
  dashboard: () => [digraph.import],
  'bill-profile': () => [billProfile.rename],
  'recon-flow': () => [flow.create],
  gateway: ({ spec: { apis, assets } }) => [application.create, ...readingOf(apis), ...callingOf(assets)],
}

/**
 * Permissions that making its objects needs, each once. What serves all that use it may be there already, and asks for
 * nothing then. @param flows beside the required ones; undefined: all
 */
export function listRights(
  document: SolutionPackage,
  objects: readonly PackageObject[],
  flows: readonly string[] | undefined,
): string[] {
  const shared = listShared(objects)
  const made = closeOverFlows(objects, chooseFlows(document, flows)).objects
  const routes = made.flatMap(each => (shared.has(`${each.kind} ${each.key}`) ? [] : makers[each.kind](each)))
  return [...new Set(routes.flatMap(each => each.permission ?? []))]
}
