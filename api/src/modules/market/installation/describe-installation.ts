import type { PackageWords, SolutionPackage } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { readKept, sayPackage } from '../../../packaging/index.ts'
import type { ConfigFile } from '../../admin/config/contract.ts'
import { readFiles } from '../../admin/config/index.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import { describeParameters, findNewer } from '../market/index.ts'
import { describePlatform } from '../solution-package/index.ts'
import { listOwnFlows, listOwnGateways, listOwnProfiles } from './along-store.ts'
import type { InstallationDetail, InstallationRow } from './contract.ts'
import { type InstallationDeps, readBase } from './install.ts'
import { countEdits } from './merge-specs.ts'
import {
  type FlowRow,
  findInstallation,
  type InstallationHead,
  type InstallationWhole,
  listFlows,
  listMaps,
  listOwnDashboards,
  listOwnReports,
  listPlaces,
} from './store.ts'

/** Heads of a list, with their figures in one look each. */
export async function describeRows(
  deps: InstallationDeps,
  tx: Tx,
  rows: readonly InstallationHead[],
  ctx: RouteContext,
): Promise<InstallationRow[]> {
  const engine = await withOwnPlatforms(deps.engine, tx)
  const flows = await listFlows(tx, rows.flatMap(listCodes))
  const newer = await findNewer(tx, deps.packages, rows)
  return rows.map((row, index) => describeRow(engine, row, { flows, newer: newer[index] ?? null }, ctx))
}

const listCodes = ({ objects }: InstallationHead): string[] =>
  objects.flatMap(each => (each.kind === 'strategy' ? [each.key] : []))

interface Around {
  readonly flows: readonly FlowRow[]
  readonly newer: InstallationRow['newer']
}

function describeRow(
  engine: Engine,
  row: InstallationHead,
  { flows, newer }: Around,
  { language }: RouteContext,
): InstallationRow {
  const { id, name, version, publisher, prefix, is_converted, created_at } = row
  const codes = listCodes(row)
  const own = flows.filter(each => codes.includes(each.code))
  const sum = (count: (flow: FlowRow) => string): string =>
    String(own.reduce((total, each) => total + BigInt(count(each)), 0n))
  const runs = own.flatMap(each => (each.last_run_at === null ? [] : [each.last_run_at])).sort()
  return {
    ...{ id, name, version, publisher, prefix, is_converted, created_at, newer },
    title: sayPackage(row.title as PackageWords, language), // written by us
    status: judge(own),
    platforms: row.platforms.map(each => describePlatform(engine, each, language)),
    done_today: sum(each => each.done_today),
    failed: sum(each => String(BigInt(each.failed) + BigInt(each.rejected))),
    last_run_at: runs.at(-1) ?? null,
  }
}

/** Never green while anything is missing: what failed, was rejected or does not add up comes first. */
function judge(flows: readonly FlowRow[]): InstallationRow['status'] {
  const isFailing = (each: FlowRow): boolean =>
    each.last_run_state === 'failed' || each.imbalance !== null || each.failed !== '0' || each.rejected !== '0'
  if (flows.some(isFailing)) return 'failing'
  if (flows.some(each => each.status === 'running')) return 'running'
  return flows.every(each => each.last_run_at === null) ? 'waiting' : 'stopped'
}

/** @throws Failure `notFound.installation` */
export async function requireInstallation(tx: Tx, id: string, isHeld = false): Promise<InstallationWhole> {
  const row = await findInstallation(tx, id, isHeld)
  if (!row) throw refuse('notFound.installation')
  return row
}

export async function describeInstallation(
  deps: InstallationDeps,
  id: string,
  ctx: RouteContext,
): Promise<InstallationDetail> {
  const { row, head, now, ...told } = await ctx.tenant(async tx => {
    const row = await requireInstallation(tx, id)
    const keysOf = (kind: string) => row.objects.flatMap(each => (each.kind === kind ? [each.key] : []))
    const [head] = await describeRows(deps, tx, [row], ctx)
    if (!head) throw refuse('notFound.installation')
    return {
      ...{ row, head },
      flows: await listFlows(tx, listCodes(row)),
      places: await listPlaces(tx, Object.values(row.connectors)),
      maps: await listMaps(tx, keysOf('mapping')),
      reports: await listOwnReports(tx, keysOf('report')),
      dashboards: await listOwnDashboards(tx, keysOf('dashboard')),
      gateways: await listOwnGateways(tx, keysOf('gateway')),
      recon_flows: await listOwnFlows(tx, keysOf('recon-flow')),
      bill_profiles: await listOwnProfiles(tx, keysOf('bill-profile')),
      now: await readBase(deps.config, tx, row.objects, ctx),
    }
  })
  const document = readKept(row.document)
  const { flows, places, maps, reports, dashboards, gateways, recon_flows, bill_profiles } = told
  return {
    ...head,
    lock: row.lock,
    ref: row.ref,
    connections: document.manifest.connections.flatMap(({ slot, title, platform }) => {
      const place = places.find(each => each.id === row.connectors[slot])
      if (!place) return []
      const told = { slot, title: sayPackage(title, ctx.language), platform_id: platform }
      return [{ ...told, connector_id: place.id, connector: place.name, status: place.status }]
    }),
    flows: describeFlows(document, row, flows, ctx),
    offered: listOffered(document, row, flows, ctx),
    parameters: describeParameters(document, ctx.language).map(({ default: value = '', ...rest }) => ({
      ...rest,
      value: Object.hasOwn(row.params, rest.name) ? (row.params[rest.name] ?? value) : value,
    })),
    ...{ maps, reports, dashboards, gateways, recon_flows, bill_profiles },
    local_changes: await countLocal(row, now, ctx),
    previous: row.previous_version,
  }
}

function describeFlows(
  { manifest }: SolutionPackage,
  row: InstallationHead,
  flows: readonly FlowRow[],
  { language }: RouteContext,
): InstallationDetail['flows'] {
  return manifest.flows.flatMap(flow => {
    const key = row.objects.find(each => each.kind === 'strategy' && each.from === flow.strategy)?.key
    const found = flows.find(each => each.code === key)
    if (!found) return []
    const { id, code, status, cron, done, failed, waiting, last_run_at, last_run_state } = found
    return [
      {
        ...{ strategy_id: id, code, status, cron, done, failed, waiting, last_run_at, last_run_state },
        title: sayPackage(flow.title, language),
        document: sayPackage(flow.document, language),
        from: flow.from,
        to: flow.to,
      },
    ]
  })
}

/** Whoever sees some strategies alone is not told which are gone: they may be hidden. */
function listOffered(
  { manifest }: SolutionPackage,
  row: InstallationHead,
  flows: readonly FlowRow[],
  { language, principal }: RouteContext,
): InstallationDetail['offered'] {
  return manifest.flows.flatMap(({ strategy, title, document, from, to }) => {
    const key = row.objects.find(each => each.kind === 'strategy' && each.from === strategy)?.key
    if (key !== undefined && (principal.groups !== null || flows.some(each => each.code === key))) return []
    const state = key === undefined ? ('left' as const) : ('gone' as const)
    return [{ strategy, title: sayPackage(title, language), document: sayPackage(document, language), from, to, state }]
  })
}

/** Fields that are other than when it was installed, or upgraded last. */
async function countLocal(row: InstallationWhole, now: readonly ConfigFile[], ctx: RouteContext): Promise<number> {
  const base = JSON.parse(row.base) as readonly ConfigFile[] // written by us
  const before = new Map(base.map(each => [each.path, each.text]))
  if (now.length === before.size && now.every(each => before.get(each.path) === each.text)) return 0
  const read = (files: readonly ConfigFile[]) => readFiles(files, () => undefined, ctx)
  return countEdits(await read(base), await read(now))
}
