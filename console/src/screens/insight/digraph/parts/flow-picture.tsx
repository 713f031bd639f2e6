import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { curveOf, pathOf, placeNodes, widthOf } from '../flow-layout.ts'
import type { Figure, Graph, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import '../dashboard.css'
import { FlowMotion } from './flow-motion.tsx'

const EDGE = 24
const TITLE = 56
const NODE = { width: 150, height: 44 } as const
const MOST_CHARS = 12

const short = (name: string): string => {
  const letters = Array.from(name)
  return letters.length > MOST_CHARS ? `${letters.slice(0, MOST_CHARS - 1).join('')}…` : name
}

/** Systems and the strategies between them: width by records, colour by health, motion only where records go right now. */
export function FlowPicture({ component, figure, scale, isLive }: ShownProps & { readonly figure: Figure }) {
  const { graph } = figure
  if (graph === null) return null
  const size = { width: component.width - EDGE * 2, height: component.height - TITLE - EDGE }
  return <FlowDrawing graph={graph} size={size} scale={scale} isLive={isLive} />
}

type Edge = Graph['edges'][number]

const litClass = (lit: ReadonlyMap<string, boolean> | undefined, id: string): string => {
  if (!lit) return ''
  const isSure = lit.get(id)
  return isSure === undefined ? ' db-dim' : isSure ? ' db-lit' : ' db-lit db-perhaps'
}
const nodeClass = (lit: ReadonlySet<string> | undefined, id: string): string =>
  lit ? (lit.has(id) ? ' db-lit' : ' db-dim') : ''

export interface FlowDrawingProps {
  readonly graph: Graph
  readonly size: { readonly width: number; readonly height: number }
  readonly scale: number
  readonly isLive: boolean
  /** What a value goes along, and whether that is certain; the others stand back. */
  readonly lit?: { readonly edges: ReadonlyMap<string, boolean>; readonly nodes: ReadonlySet<string> } | undefined
  /** What is said of a strategy, where it is not of the last 24 hours. */
  sayEdge?(edge: Edge, from: string, to: string): string
  /** What a strategy without a level is, where it is not one that is not started. */
  readonly noneText?: string
}

/** The picture alone, of a graph that somebody else has read. */
export function FlowDrawing({ graph, size, scale, isLive, lit, sayEdge, noneText }: FlowDrawingProps) {
  const { show: text, levels } = useText()
  const { number } = useFormat()
  const navigate = useNavigate()
  const places = placeNodes(graph, size)
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
  const edges = curvesOf(graph, places)
  const go = (to: string) => () => void navigate(to)
  const say = (edge: Edge) => {
    const [from, to] = [names.get(edge.source) ?? '', names.get(edge.target) ?? '']
    return sayEdge?.(edge, from, to) ?? text.edge(edge.name, from, to, levels[edge.level], number(edge.written))
  }
  return (
    <div className="db-flow-place" style={{ width: size.width * scale, height: size.height * scale }}>
      <svg
        width={size.width * scale}
        height={size.height * scale}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={text.flow(graph.nodes.length, graph.edges.length)}
      >
        {edges.map(({ edge, curve }) => (
          // The list behind the picture has the same links for who uses the keyboard.
          <path
            key={edge.id}
            className={`db-edge db-edge-${edge.level}${litClass(lit?.edges, edge.id)}`}
            d={pathOf(curve)}
            strokeWidth={widthOf(edge.written)}
            {...(isLive && { onClick: go(strategyDetail.href({ params: { id: edge.id } })) })}
          >
            <title>{say(edge)}</title>
          </path>
        ))}
        {graph.nodes.map(node => {
          const place = places.get(node.id)
          if (!place) return null
          return (
            <g
              key={node.id}
              className={`db-node${node.is_failed ? ' db-node-failed' : ''}${nodeClass(lit?.nodes, node.id)}`}
              transform={`translate(${place.x - NODE.width / 2} ${place.y - NODE.height / 2})`}
              {...(isLive && { onClick: go(connectorDetail.href({ params: { id: node.id } })) })}
            >
              <title>{node.is_failed ? text.systemFailed(node.name) : text.system(node.name)}</title>
              <rect width={NODE.width} height={NODE.height} rx="8" />
              <text x={NODE.width / 2} y={NODE.height / 2 + 6} textAnchor="middle">
                {node.is_failed ? '! ' : ''}
                {short(node.name)}
              </text>
            </g>
          )
        })}
      </svg>
      <FlowMotion edges={edges.map(({ edge, curve }) => ({ curve, lately: edge.lately }))} size={size} scale={scale} />
      <ul className="db-legend" aria-hidden="true">
        {(['healthy', 'watch', 'abnormal', 'none'] as const).map(level => (
          <li key={level}>
            <svg width="1.8em" height="0.5em" viewBox="0 0 18 4" aria-hidden="true">
              <path className={`db-edge db-edge-${level}`} d="M0 2H18" strokeWidth="3" />
            </svg>
            {level === 'none' ? (noneText ?? levels.none) : levels[level]}
          </li>
        ))}
      </ul>
      <ul className="db-flow-list">
        {graph.edges.map(edge => (
          <li key={edge.id}>
            {isLive ? <Link to={strategyDetail.href({ params: { id: edge.id } })}>{say(edge)}</Link> : say(edge)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Strategies between the same two systems lie beside each other. */
function curvesOf(graph: Graph, places: ReturnType<typeof placeNodes>) {
  const beside = new Map<string, number>()
  const pairOf = ({ source, target }: Graph['edges'][number]) => [source, target].toSorted().join(' ')
  const counts = new Map<string, number>()
  for (const edge of graph.edges) counts.set(pairOf(edge), (counts.get(pairOf(edge)) ?? 0) + 1)
  return graph.edges.flatMap(edge => {
    const [from, to] = [places.get(edge.source), places.get(edge.target)]
    if (!from || !to) return []
    const pair = pairOf(edge)
    const at = beside.get(pair) ?? 0
    beside.set(pair, at + 1)
    return [{ edge, curve: curveOf(from, to, at, counts.get(pair) ?? 1) }]
  })
}
