import { ReloadOutlined } from '@ant-design/icons'
import type { SourceLook as Look } from '@sluice/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { sayProposal } from '../parts/say-proposal.ts'
import { readRecord } from '../studio/use-records.ts'
import { useLookText } from '../texts/use-look-text.ts'
import { useProposalText } from '../texts/use-proposal-text.ts'
import { guessKey } from './guess-key.ts'
import { LookAnswer } from './look-answer.tsx'
import { LookProblem, Suggestion } from './look-note.tsx'
import type { SourceLookProps } from './look-props.ts'
import { LookRows, SourceHead } from './look-rows.tsx'
import { PagingFinder } from './paging-finder.tsx'
import { useLook } from './use-look.ts'
import './look.css'

/** What a source gives while it is set up: its first records, or why there are none, and what its answer suggests. */
export function SourceLook({ draft, onChange, onOptions }: SourceLookProps) {
  const text = useLookText()
  const isChosen = draft.connector_id !== null && draft.resource !== null
  const { data, error, isFetching, refetch } = useLook(draft)
  const look = isChosen ? data?.content : undefined
  const [wanted, setWanted] = useState<'rows' | 'answer' | null>(null)
  // Where the rows can't be read yet, the answer is what there is to work with.
  const view = look?.exchange ? (wanted ?? (look.problem ? 'answer' : 'rows')) : 'rows'
  return (
    <aside className="st-look" aria-label={text.title} aria-busy={isFetching}>
      <header className="st-look-bar">
        <h3>{text.title}</h3>
        {look && <span className="sl-muted">{look.problem ? null : <Shown look={look} />}</span>}
        <span className="sl-grow" />
        {look?.exchange && (
          <Segmented
            size="small"
            value={view}
            options={(['rows', 'answer'] as const).map(value => ({ value, label: text.views[value] }))}
            onChange={setWanted}
          />
        )}
        {isChosen && (
          <Button
            size="small"
            type="text"
            icon={<ReloadOutlined spin={isFetching} />}
            aria-label={text.again}
            title={text.again}
            onClick={() => void refetch()}
          />
        )}
      </header>
      {!isChosen && <Empty isSmall title={text.wait} />}
      {isChosen && !look && (error ? <ErrorBlock isSmall error={error} /> : <Skeleton rows={8} />)}
      {look && (
        <>
          <Findings draft={draft} look={look} onChange={onChange} onOptions={onOptions} />
          {view === 'answer' && look.exchange && (
            <LookAnswer exchange={look.exchange} options={draft.options} onOptions={onOptions} />
          )}
          {view === 'rows' &&
            !look.problem &&
            (look.rows.length === 0 ? (
              <Empty isSmall title={text.empty} text={text.emptyText} />
            ) : (
              <LookRows
                rows={look.rows}
                draft={draft}
                head={(name, type) => <SourceHead name={name} type={type} draft={draft} onChange={onChange} />}
              />
            ))}
        </>
      )}
    </aside>
  )
}

function Shown({ look }: { readonly look: Look }) {
  const text = useLookText()
  const format = useFormat()
  const shown = look.rows.length === 0 ? null : text.shown(look.rows.length)
  const { exchange } = look
  const answered =
    exchange &&
    text.answered(
      exchange.status === null ? text.noAnswer : `HTTP ${exchange.status}`,
      format.bytes(exchange.bytes),
      exchange.elapsedMs,
    )
  return [shown, answered].filter(Boolean).join(' · ')
}

interface FindingsProps extends SourceLookProps {
  readonly look: Look
}

/** What is wrong and what could be set, each with its press. */
function Findings({ draft, look, onChange, onOptions }: FindingsProps) {
  const text = useLookText()
  const proposalText = useProposalText()
  const key = draft.key.length === 0 ? guessKey(look.rows.map(readRecord)) : null
  return (
    <>
      {look.problem && !isOnlyOpen(look) && (
        <LookProblem title={text.failed} problem={look.problem} isMild={look.problem.code === NO_LOOK} />
      )}
      {look.more !== null && <PagingFinder draft={draft} sign={look.more} onOptions={onOptions} />}
      {key !== null && (
        <Suggestion use={text.asKey} onUse={() => onChange({ key: [key] })}>
          {text.keyLike(key, look.rows.length)}
        </Suggestion>
      )}
      {look.proposals.map(proposal => (
        <Suggestion
          key={`${proposal.code} ${proposal.seen}`}
          use={proposalText.use}
          onUse={() => onOptions(proposal.options)}
        >
          {sayProposal(proposalText, proposal)}
        </Suggestion>
      ))}
    </>
  )
}

/** A source that a look would change is not looked at, which is no fault of its settings. */
const NO_LOOK = 'sample.changes'

/** Where the list stands is a choice that is open, and nothing wrong. */
const isOnlyOpen = ({ problem, proposals }: Look): boolean =>
  problem?.code === 'http.noList' && proposals.some(({ code }) => code === 'listPath')
