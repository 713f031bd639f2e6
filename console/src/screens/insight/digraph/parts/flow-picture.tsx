import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { curveOf, pathOf, placeNodes, widthOf } from '../flow-layout.ts'
import type { Figure, Graph, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
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
  return <Drawn graph={graph} size={size} scale={scale} isLive={isLive} />
}

interface DrawnProps {
  readonly graph: Graph
  readonly size: { readonly width: number; readonly height: number }
  readonly scale: number
  readonly isLive: boolean
}

function Drawn({ graph, size, scale, isLive }: DrawnProps) {
  const { show: text, levels } = useText()
  const { number } = useFormat()
  const navigate = useNavigate()
  const places = placeNodes(graph, size)
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
  const edges = curvesOf(graph, places)
  const go = (to: string) => () => void navigate(to)
  const say = ({ name, source, target, level, written }: Graph['edges'][number]) =>
    text.edge(name, names.get(source) ?? '', names.get(target) ?? '', levels[level], number(written))
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
            className={`db-edge db-edge-${edge.level}`}
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
              className={node.is_failed ? 'db-node db-node-failed' : 'db-node'}
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
            {levels[level]}
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
