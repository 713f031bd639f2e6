import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { FlowDrawing, type Graph, useLook, useRoom } from '../../digraph/public.ts'
import { graphAt, isBefore, momentOf } from '../model.ts'
import type { Picture, Trace } from '../types.ts'
import { useText } from '../use-text.ts'
import { HistoryBar } from './history-bar.tsx'
import { useLive } from './use-live.ts'

export interface StageProps {
  readonly trace: Trace | undefined
  readonly day: string | undefined
  /** null: now. */
  readonly frame: number | null
  onFrame(frame: number | null): void
  onDay(day: string | undefined): void
}

const WIDTH = 1200
const PICTURE_POLL_MS = 60_000

/** The picture, of now or of a time before, with the way of a value lit up in it. */
export function Stage({ trace, day, frame, onFrame, onDay }: StageProps) {
  const text = useText()
  const { time } = useFormat()
  // Days are never shown as hours meanwhile: what was read for another question is not kept.
  const history = useQuery({
    ...api.lineage.picture.query({ query: day === undefined ? {} : { day } }),
    refetchInterval: PICTURE_POLL_MS,
  })
  const live = useLive(frame === null && day === undefined)
  const picture = history.data?.content
  // A day that was opened is looked at from its first hour.
  const at = frame ?? (day === undefined ? null : 0)
  const isNow = at === null
  const shown = isNow ? live.graph : picture && at < picture.frames.length ? graphAt(picture, at) : undefined
  const error = isNow ? live.error : history.error
  return (
    <Section
      title={day === undefined ? text.picture : text.dayOf(day)}
      text={isNow ? text.nowText : text.thenText(picture?.time_zone ?? '')}
      extra={<span className="sl-muted">{text.age(time(isNow ? live.readAt : (picture?.at ?? null)))}</span>}
    >
      {error !== null && shown !== undefined && <Alert type="warning" showIcon title={text.stale} />}
      {error !== null && shown === undefined && <ErrorBlock error={error} onRetry={() => void history.refetch()} />}
      {live.isForbidden && isNow && <Empty isSmall title={text.forbidden} />}
      {shown && <Picturing graph={shown} picture={isNow ? undefined : picture} frame={at} trace={trace} />}
      {!shown && error === null && !live.isForbidden && <Waiting picture={picture} />}
      {picture && picture.frames.length > 0 && (
        <HistoryBar picture={picture} day={day} frame={at} onFrame={onFrame} onDay={onDay} />
      )}
      {picture && picture.frames.length === 0 && (
        <HistoryBar picture={picture} day={day} frame={null} onFrame={onFrame} onDay={onDay} />
      )}
    </Section>
  )
}

function Waiting({ picture }: { readonly picture: Picture | undefined }) {
  const text = useText()
  if (picture?.frames.length === 0) return <Empty isSmall title={text.noData} text={text.emptyDay} />
  return <Skeleton rows={6} />
}

interface PicturingProps {
  readonly graph: Graph
  readonly picture: Picture | undefined
  readonly frame: number | null
  readonly trace: Trace | undefined
}

function Picturing({ graph, picture, frame, trace }: PicturingProps) {
  const text = useText()
  const { number, time } = useFormat()
  const look = useLook('auto')
  const [room, ref] = useRoom()
  if (graph.edges.length === 0) return <Empty isSmall title={text.empty} text={text.emptyText} />
  const size = { width: WIDTH, height: Math.min(1400, Math.max(340, Math.ceil(graph.nodes.length / 2) * 74)) }
  const moments = new Map(picture?.edges.map(edge => [edge.id, edge.moments]))
  const sayEdge = (edge: Graph['edges'][number], from: string, to: string) => {
    const moment = frame === null ? undefined : momentOf(moments.get(edge.id) ?? [], frame)
    if (!moment) return text.edgeNone(edge.name, from, to)
    const { level, written, errors } = moment
    return text.edge(edge.name, from, to, text.levels[level], number(written), number(errors))
  }
  const lit = trace && {
    edges: new Map(trace.lit.map(each => [each.strategy_id, each.is_sure])),
    nodes: new Set(trace.systems),
  }
  const isEmpty = picture !== undefined && frame !== null && isBefore(picture, frame)
  return (
    <div ref={ref} className="db-sheet ln-stage" data-look={look}>
      {room.width > 0 && (
        <FlowDrawing
          graph={graph}
          size={size}
          scale={room.width / WIDTH}
          isLive
          lit={lit}
          {...(picture && { sayEdge, noneText: text.noData })}
        />
      )}
      {isEmpty && (
        <p className="ln-nothing" role="status">
          {picture.since === null ? text.neverKept : text.nothingKept(time(picture.since))}
        </p>
      )}
    </div>
  )
}
