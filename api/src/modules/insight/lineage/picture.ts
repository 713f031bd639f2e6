import { healthThresholds } from '@sluice/engine'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { HistoryPicture, momentLevels } from './contract.ts'
import * as store from './picture-store.ts'

const PICTURE_DAYS = 30
/** Beyond these nobody can tell lines apart. The busiest come first. */
const MOST_EDGES = 600

/** @param day YYYY-MM-DD in the tenant's zone: its hours; undefined: the last 30 days */
export const readPicture = (
  ctx: Pick<RouteContext, 'tenant'>,
  day: string | undefined,
  at: string,
): Promise<HistoryPicture> =>
  ctx.tenant(
    async tx => {
      const told = await store.readFrames(tx, day ?? null, PICTURE_DAYS)
      const [from] = told.frames
      const edges = await store.listEdges(tx, from ?? at, MOST_EDGES)
      const ids = edges.map(({ id }) => id)
      const rows = from === undefined ? [] : await store.listMoments(tx, ids, told.frames, told.ends_at)
      const nodes = await store.listNodes(tx, [...new Set(edges.flatMap(({ source, target }) => [source, target]))])
      const moments = Map.groupBy(rows, row => row.strategy_id)
      return {
        ...{ at, ...told, frames: [...told.frames] },
        // How a connector was then is not kept.
        nodes: nodes.map(node => ({ ...node, is_failed: false })),
        edges: edges.map(edge => ({ ...edge, moments: (moments.get(edge.id) ?? []).map(toMoment) })),
      }
    },
    { statementTimeoutMs: 15_000, readOnly: true },
  )

function toMoment({ strategy_id: _, ...row }: store.MomentRow) {
  const counted = { ...row, read: Number(row.read), written: Number(row.written), errors: Number(row.errors) }
  return { ...counted, level: judgeMoment(counted) }
}

type Counted = Pick<HistoryPicture['edges'][number]['moments'][number], 'written' | 'errors' | 'runs' | 'failed_runs'>

/** By the shares that health goes by now; who did nothing has no health. */
function judgeMoment({ written, errors, runs, failed_runs: failed }: Counted): (typeof momentLevels)[number] {
  const tried = written + errors
  const percent = tried === 0 ? 0 : (errors / tried) * 100
  if (percent >= healthThresholds.abnormalErrorPercent || (failed > 0 && failed === runs)) return 'abnormal'
  if (percent >= healthThresholds.watchErrorPercent || failed > 0) return 'watch'
  return tried + runs === 0 ? 'none' : 'healthy'
}
