import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { RunState } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../pages.ts'
import { useFlowText } from '../texts/use-flow-text.ts'
import { useText } from '../texts/use-text.ts'
import type { Counters, Counts, Strategy } from '../types.ts'
import { listOutcomes } from './flow-model.ts'
import { FlowSentence } from './flow-sentence.tsx'

export interface FlowPictureProps {
  readonly strategy: Strategy
  readonly counters: Counters | undefined
}

/** Source → stage → mapping → where records end up: the numbers of the current or last run on the edges, and whether its books balance. */
export function FlowPicture({ strategy, counters }: FlowPictureProps) {
  const text = useText().flow
  const words = useFlowText()
  const format = useFormat()
  const run = counters?.run
  if (!run) return <FlowSentence strategy={strategy} counters={counters} />
  const { counts } = run
  const isMoving = run.state === 'running' || run.state === 'stopping'
  return (
    <>
      <FlowSentence strategy={strategy} counters={counters} />
      <div className="st-flow">
        <FlowNode
          head={<Side side={strategy.source} fallback={text.source} />}
          name={strategy.source.resource_name}
          value={counts.read}
          unit={text.read}
          runs={strategyDetail.href({ params: { id: strategy.id }, search: { tab: 'runs', run: run.id } })}
          parts={[
            ['duplicate', counts.duplicate],
            ['filtered', counts.filtered],
            ['rejected', counts.rejected],
            ...(counts.conflicts > 0 ? [['conflicts', counts.conflicts] as const] : []),
          ]}
        />
        <Edge count={counts.fresh} isMoving={isMoving} />
        <FlowNode
          head={words.staged}
          name={isMoving ? text.rate(format.number(run.records_per_second)) : ''}
          value={counts.staged}
          unit={words.received}
          parts={[
            ['fresh', counts.fresh],
            ['carried', counts.carried],
            ['pending', counts.pending],
          ]}
        />
        <Edge count={counts.staged - counts.pending} isMoving={isMoving} />
        <FlowNode
          head={words.mapped}
          name={words.mappingVersion(run.version)}
          value={counts.staged - counts.pending}
          unit={words.handled}
          parts={[['skipped', counts.skipped]]}
        />
        <Edge count={counts.written} isMoving={isMoving} />
        <Outcomes strategy={strategy} counters={counters} runId={run.id} />
      </div>
      <div className="st-flow-foot">
        <StateTag kind="run" state={run.state as RunState} />
        <Books counts={counts} imbalance={strategy.imbalance} isMoving={isMoving} />
      </div>
    </>
  )
}

function Edge({ count, isMoving }: { readonly count: number; readonly isMoving: boolean }) {
  const format = useFormat()
  return (
    <div className={`st-edge ${isMoving ? 'st-edge-moving' : ''}`}>
      <span className="sl-number">{format.number(count)}</span>
    </div>
  )
}

interface OutcomesProps {
  readonly strategy: Strategy
  readonly counters: Counters
  readonly runId: string
}

/** Where records end up: of this run, and in all; each number opens the list it counts. */
function Outcomes({ strategy, counters, runId }: OutcomesProps) {
  const text = useText().flow
  const words = useFlowText()
  const format = useFormat()
  const open = (states: readonly number[], run?: string) =>
    strategyDetail.href({
      params: { id: strategy.id },
      search: { tab: 'data', status: states.map(String), ...(run !== undefined && { run }) },
    })
  return (
    <div className="st-node">
      <div className="st-node-head">
        <Side side={strategy.target} fallback={text.target} />
      </div>
      <div className="st-node-name" title={strategy.target.resource_name}>
        {strategy.target.resource_name || '\u00a0'}
      </div>
      <ul className="st-outcomes" aria-label={words.outcome}>
        {listOutcomes(counters).map(({ name, states, ofRun, stored }) => (
          <li key={name} className={stored > 0 || ofRun > 0 ? `st-outcome-${name}` : 'sl-muted'}>
            <span>{words.outcomes[name]}</span>
            {ofRun > 0 ? (
              <Link
                to={open(states, name === 'waiting' ? undefined : runId)}
                aria-label={words.ofRun(words.outcomes[name], format.number(ofRun))}
              >
                {format.number(ofRun)}
              </Link>
            ) : (
              <span>{format.number(0)}</span>
            )}
            {stored > 0 ? (
              <Link to={open(states)} aria-label={words.inAll(words.outcomes[name], format.number(stored))}>
                <small>{words.stored(format.number(stored))}</small>
              </Link>
            ) : (
              <small />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Side({ side, fallback }: { readonly side: Strategy['source']; readonly fallback: string }) {
  return (
    <>
      <PlatformIcon icon={side.platform_icon} size={24} /> {side.connector_name || fallback}
    </>
  )
}

type Part = 'duplicate' | 'filtered' | 'rejected' | 'conflicts' | 'fresh' | 'carried' | 'pending' | 'skipped'
const tones: Partial<Record<Part, string>> = {
  rejected: 'st-warn',
  conflicts: 'st-warn',
}

interface FlowNodeProps {
  readonly head: ReactNode
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly parts: readonly (readonly [Part, number])[]
  /** Where the run tells of what is missing. */
  readonly runs?: string
}

function FlowNode({ head, name, value, unit, parts, runs }: FlowNodeProps) {
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
            <dd>
              {runs !== undefined && count > 0 && tones[part] !== undefined ? (
                <Link to={runs} aria-label={`${text[part]} ${format.number(count)}`}>
                  {format.number(count)}
                </Link>
              ) : (
                format.number(count)
              )}
            </dd>
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

const readParts = ['fresh', 'duplicate', 'filtered', 'rejected'] as const
const writeParts = ['written', 'skipped', 'failed', 'dead', 'unknown', 'pending'] as const

/** The equations with their numbers; the third only where stored rows are grouped. */
export function Books({ counts, imbalance, isMoving }: BooksProps) {
  const text = useText().flow
  const words = useFlowText()
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
      {!isMoving && counts.stored + counts.grouped > 0 && (
        <span className="sl-muted sl-number">
          {words.groups(format.number(counts.stored), format.number(counts.grouped), counts.stored === counts.grouped)}
        </span>
      )}
    </>
  )
}
