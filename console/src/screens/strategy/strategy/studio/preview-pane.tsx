import { LeftOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button, Select, Tabs } from 'antd'
import { memo } from 'react'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useScriptText } from '../texts/use-script-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { ExplainSteps } from './explain-steps.tsx'
import type { TreeNode } from './field-tree-model.ts'
import { ScriptChanges } from './script-changes.tsx'
import type { FieldNote, Outcome } from './use-outcome.ts'
import type { Records } from './use-records.ts'

export interface PreviewPaneProps {
  readonly records: Records
  readonly outcome: Outcome
  readonly nodes: readonly TreeNode[]
  readonly selected: string
  readonly hasSource: boolean
  onSelect(key: string): void
}

/** What the mapping makes of a real record, and how. */
export function PreviewPane(props: PreviewPaneProps) {
  const { records, outcome, hasSource } = props
  const text = useStudioText()
  const scriptText = useScriptText()
  const { preview } = outcome
  return (
    <section className="st-pane st-pane-preview" aria-label={text.panes.preview}>
      <RecordBar records={records} />
      {records.error ? (
        <ErrorBlock isSmall error={records.error} onRetry={records.reload} />
      ) : records.record === null ? (
        records.isLoading ? (
          <Skeleton rows={6} />
        ) : (
          <Empty isSmall title={records.isGone ? text.record.gone : hasSource ? text.record.none : text.record.wait} />
        )
      ) : (
        <>
          {outcome.error && <ErrorBlock isSmall error={outcome.error} onRetry={outcome.refetch} />}
          {preview?.mapped === null && <Alert type="error" showIcon title={text.refused} />}
          <Tabs
            size="small"
            items={[
              { key: 'values', label: text.tabs.values, children: <Values {...props} /> },
              {
                key: 'result',
                label: text.tabs.result,
                children: <JsonView label={text.tabs.result} text={preview?.mapped ?? null} maxHeight={520} />,
              },
              ...(preview && preview.scripted.length > 0
                ? [{ key: 'script', label: scriptText.changes, children: <ScriptChanges notes={preview.scripted} /> }]
                : []),
              {
                key: 'source',
                label: text.tabs.source,
                children: <JsonView label={text.tabs.source} text={records.record} maxHeight={520} />,
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

function RecordBar({ records }: { readonly records: Records }) {
  const text = useStudioText().record
  const { choices, at, choose } = records
  return (
    <div className="st-record-bar">
      <Button
        type="text"
        aria-label={text.previous}
        icon={<LeftOutlined />}
        disabled={at === 0}
        onClick={() => choose(at - 1)}
      />
      <Select
        aria-label={text.choose}
        className="st-grow"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={text[records.kind]}
        value={choices.length === 0 ? null : at}
        options={[
          {
            label: text[records.kind],
            options: choices.map((choice, index) => ({ value: index, label: choice.label })),
          },
        ]}
        onChange={choose}
      />
      <Button
        type="text"
        aria-label={text.next}
        icon={<RightOutlined />}
        disabled={at >= choices.length - 1}
        onClick={() => choose(at + 1)}
      />
      <Button
        type="text"
        aria-label={text.reload}
        icon={<ReloadOutlined spin={records.isLoading} />}
        onClick={records.reload}
      />
    </div>
  )
}

/** Lines beyond these are counted. */
const MAX_LINES = 5

function Values({ nodes, outcome, selected, onSelect }: PreviewPaneProps) {
  const text = useStudioText()
  const { notes, problems, preview } = outcome
  const broken = [...problems.values()].flat().filter(({ code }) => code !== 'mapping.unknownField' && isStatic(code))
  const shown = nodes.filter(node => node.isMapped || problems.has(node.name))
  return (
    <>
      {broken.length > 0 && <p className="st-incomplete">{text.broken(broken.length)}</p>}
      <ul className="st-values" aria-label={text.tabs.values}>
        {shown.map(node => {
          const made = notes.get(node.name) ?? []
          const isSelected = node.key === selected
          const wrong = problems.get(node.name) ?? []
          return (
            <li key={node.key} className={isSelected ? 'st-value-open' : ''}>
              <ValueRow
                id={node.key}
                name={node.field.target}
                depth={node.depth}
                note={made[0]}
                more={made.length - 1}
                isOpen={isSelected}
                isWrong={wrong.length > 0}
                onSelect={onSelect}
              />
              {isSelected && (
                <div className="st-value-more">
                  {wrong.slice(0, MAX_LINES).map(problem => (
                    <p key={`${problem.field} ${problem.message}`} className="st-problem">
                      {problem.message}
                    </p>
                  ))}
                  {made.slice(0, MAX_LINES).map(note => (
                    <div key={note.field}>
                      {made.length > 1 && <p className="sl-muted st-note-name">{note.field}</p>}
                      <ExplainSteps note={note} lookups={preview?.lookups ?? []} finds={preview?.finds ?? []} />
                    </div>
                  ))}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface ValueRowProps {
  readonly id: string
  readonly name: string
  readonly depth: number
  readonly note: FieldNote | undefined
  readonly more: number
  readonly isOpen: boolean
  readonly isWrong: boolean
  onSelect(key: string): void
}

/** Drawn anew when its own value is another, not with each key that is typed. */
const ValueRow = memo(function ValueRow({ id, name, depth, note, more, isOpen, isWrong, onSelect }: ValueRowProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={`st-value ${isWrong ? 'st-value-wrong' : ''}`}
      style={{ paddingInlineStart: 8 + depth * 14 }}
      onClick={() => onSelect(id)}
    >
      <span className="st-value-name">{name}</span>
      <ValueText note={note} more={more} />
    </button>
  )
})

/** Wrong whatever the record: a template or an expression that cannot be compiled, a name given twice. */
const isStatic = (code: string): boolean =>
  code === 'mapping.invalid' || code === 'mapping.unknownVariable' || code === 'mapping.duplicateTarget'

function ValueText({ note, more }: { readonly note: FieldNote | undefined; readonly more: number }) {
  const text = useStudioText()
  if (!note) return <span className="sl-muted">{text.noValue}</span>
  if (note.isRefused) return <span className="st-step-refusal">{text.refusedValue}</span>
  return (
    <span className="st-value-text">
      {note.value === null ? <span className="sl-muted">{text.absent}</span> : <code>{note.value}</code>}
      {more > 0 && <small className="sl-muted"> +{more}</small>}
    </span>
  )
}
