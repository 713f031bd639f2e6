import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { RunState } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { PlatformIcon } from '../../../ui/platform-icon.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import type { Counters, Counts, Strategy } from '../types.ts'
import { useText } from '../use-text.ts'

export interface FlowPictureProps {
  readonly strategy: Strategy
  readonly counters: Counters | undefined
}

/** Source → stage → target with the numbers of the current or last run, and whether its books balance. */
export function FlowPicture({ strategy, counters }: FlowPictureProps) {
  const text = useText().flow
  const format = useFormat()
  const run = counters?.run
  if (!run) return <p className="sl-muted">{text.idle}</p>
  const { counts } = run
  const isMoving = run.state === 'running' || run.state === 'stopping'
  const edge = `st-edge ${isMoving ? 'st-edge-moving' : ''}`
  return (
    <>
      <div className="st-flow">
        <FlowNode
          head={<Side side={strategy.source} fallback={text.source} />}
          name={strategy.source.resource}
          value={counts.read}
          unit={text.read}
          parts={[
            ['duplicate', counts.duplicate],
            ['rejected', counts.rejected],
          ]}
        />
        <div className={edge} />
        <FlowNode
          head={text.stage}
          name={isMoving ? text.rate(format.number(Math.round(run.records_per_second))) : ''}
          value={counts.staged}
          unit={text.unit}
          parts={[
            ['fresh', counts.fresh],
            ['carried', counts.carried],
            ['pending', counts.pending],
          ]}
        />
        <div className={edge} />
        <FlowNode
          head={<Side side={strategy.target} fallback={text.target} />}
          name={strategy.target.resource}
          value={counts.written}
          unit={text.written}
          parts={[
            ['skipped', counts.skipped],
            ['failed', counts.failed],
            ['dead', counts.dead],
            ['unknown', counts.unknown],
          ]}
        />
      </div>
      <div className="st-flow-foot">
        <StateTag kind="run" state={run.state as RunState} />
        <Books counts={counts} imbalance={strategy.imbalance} isMoving={isMoving} />
      </div>
    </>
  )
}

function Side({ side, fallback }: { readonly side: Strategy['source']; readonly fallback: string }) {
  return (
    <>
      <PlatformIcon icon={side.platform_icon} size={24} /> {side.connector_name || fallback}
    </>
  )
}

type Part = 'duplicate' | 'rejected' | 'fresh' | 'carried' | 'pending' | 'skipped' | 'failed' | 'dead' | 'unknown'
const tones: Partial<Record<Part, string>> = {
  dead: 'st-bad',
  unknown: 'st-warn',
  failed: 'st-warn',
  rejected: 'st-warn',
}

interface FlowNodeProps {
  readonly head: ReactNode
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly parts: readonly (readonly [Part, number])[]
}

function FlowNode({ head, name, value, unit, parts }: FlowNodeProps) {
  const text = useText().flow
  const format = useFormat()
  return (
    <div className="st-node">
      <div className="st-node-head">{head}</div>
      <div className="st-node-name" title={name}>
        {name || '\u00a0'}
      </div>
      <div className="st-node-value">
        {format.number(value)} <small className="sl-muted">{unit}</small>
      </div>
      <dl className="st-node-parts">
        {parts.map(([part, count]) => (
          <div key={part} className={count > 0 ? (tones[part] ?? '') : ''}>
            <dt>{text[part]}</dt>
            <dd>{format.number(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface BooksProps {
  readonly counts: Counts
  readonly imbalance: string | null
  readonly isMoving: boolean
}

const readParts = ['fresh', 'duplicate', 'rejected'] as const
const writeParts = ['written', 'skipped', 'failed', 'dead', 'unknown', 'pending'] as const

/** Both equations with their numbers. */
export function Books({ counts, imbalance, isMoving }: BooksProps) {
  const text = useText().flow
  const format = useFormat()
  const sum = (parts: readonly (keyof typeof text & keyof Counts)[]) =>
    parts.map(part => `${text[part]} ${format.number(counts[part])}`).join(' + ')
  return (
    <>
      {!isMoving && (
        <span className={`st-books ${imbalance === null ? 'st-books-good' : 'st-books-bad'}`}>
          {imbalance === null ? <CheckCircleFilled /> : <CloseCircleFilled />}
          {imbalance === null ? text.balanced : text.imbalance(imbalance)}
        </span>
      )}
      <span className="sl-muted sl-number">
        {text.read} {format.number(counts.read)} = {sum(readParts)}
      </span>
      <span className="sl-muted sl-number">
        {text.stage} {format.number(counts.staged)} = {sum(writeParts)}
      </span>
    </>
  )
}
