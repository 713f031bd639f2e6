import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { isStale } from '../../../../lib/read-stale.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useSaveCheck } from '../callers/use-save-check.tsx'
import { toDraft } from '../model.ts'
import { strategyDetail } from '../pages.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import { useMergeText } from '../texts/use-merge-text.ts'
import type { Strategy } from '../types.ts'
import { ConfigChanges } from './config-changes.tsx'
import './merge.css'
import { type Difference, mergeConfig, type Side } from './merge-config.ts'
import { type Editing, toSavedConfig, versionOf } from './use-editing.ts'
import { useSavers } from './use-savers.ts'
import { useTell } from './use-tell.ts'

export interface MergeDialogProps {
  readonly editing: Editing
  /** What has been saved since. */
  readonly newer: Strategy
  onClose(): void
  onSaved(strategy: Strategy): void
}

/** Two have changed one strategy: what of whom is taken, said where both changed the same, and seen before it is saved. */
export function MergeDialog(props: MergeDialogProps) {
  // A still newer save is another merge: a choice made against an older one is no choice.
  return <Merge key={versionOf(props.newer)} {...props} />
}

function Merge({ editing, newer, onClose, onSaved }: MergeDialogProps) {
  const text = useMergeText()
  const savers = useSavers(editing.base, newer)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const [isDiscarding, setDiscarding] = useState(false)
  const mine = toSavedConfig(editing.draft)
  const [base, theirs] = [toSavedConfig(toDraft(editing.base)), toSavedConfig(toDraft(newer))]
  const save = useSaveMerged(newer, onSaved)
  const check = useSaveCheck(newer)
  const copy = useSaveCopy(newer, onClose)
  if (!mine || !base || !theirs) return null // only complete ones are saved
  const merged = mergeConfig(base, theirs, mine, choices)
  const left = merged.conflicts.filter(each => !choices.has(each.key)).length
  const choose = (differences: readonly Difference[], side: Side) =>
    setChoices(new Map([...choices, ...differences.map(each => [each.key, side] as const)]))
  return (
    <Dialog
      open
      width={860}
      title={text.title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.goOn}</Button>
          <Button danger onClick={() => setDiscarding(true)}>
            {text.discard}
          </Button>
          <CanButton authority="strategy:add" loading={copy.isPending} onClick={() => copy.mutate(mine)}>
            {text.copy}
          </CanButton>
          <CanButton
            type="primary"
            authority="strategy:update"
            loading={save.isPending || check.isChecking}
            reason={left > 0 ? text.left(left) : undefined}
            onClick={() => void check.submit(merged.config, () => save.mutate(merged.config))}
          >
            {text.save}
          </CanButton>
        </>
      }
    >
      <p>{text.text}</p>
      <ul className="st-savers">
        {savers.map(saver => (
          <li key={saver}>{saver}</li>
        ))}
      </ul>
      {save.error && <Alert type="error" showIcon role="alert" title={describeError(save.error).message} />}
      <Conflicts conflicts={merged.conflicts} choices={choices} onChoose={choose} />
      <Taken title={text.takenTheirs(merged.taken.theirs.length)} side="theirs" differences={merged.taken.theirs} />
      <Taken title={text.takenMine(merged.taken.mine.length)} side="mine" differences={merged.taken.mine} />
      <h3>{text.preview(newer.version)}</h3>
      <ConfigChanges label={text.preview(newer.version)} same={text.same} before={theirs} after={merged.config} />
      <ConfirmDanger
        open={isDiscarding}
        title={text.discardTitle}
        text={text.discardText}
        action={text.discard}
        onConfirm={() => {
          editing.begin(newer)
          onClose()
        }}
        onCancel={() => setDiscarding(false)}
      />
      {check.question}
    </Dialog>
  )
}

function useSaveMerged({ id, version, gate }: Strategy, onSaved: (strategy: Strategy) => void) {
  return useMutation({
    mutationFn: async (config: Strategy['config']) => {
      const body = { version, config, ...(gate.draft && { draft: gate.draft.revision }) }
      return (await api.strategy.update({ params: { id }, body })).content
    },
    onSuccess: onSaved,
    // Once more somebody was quicker: the dialog begins with that.
    onError: error => isStale(error) && queryClient.invalidateQueries({ queryKey: api.strategy.get.key() }),
  })
}

const LONGEST_NAME = 100

function useSaveCopy({ name, group, remark, tags }: Strategy, onDone: () => void) {
  const text = useMergeText()
  const { tail } = useLifeText().copy
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (config: Strategy['config']) =>
      api.strategy.create({
        body: { name: `${name.slice(0, LONGEST_NAME - tail.length)}${tail}`, group, remark, tags, config },
      }),
    async onSuccess({ content }) {
      void message.success(text.copied(content.name))
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      onDone()
      await navigate(strategyDetail.href({ params: { id: content.id } }))
    },
    onError: error => void message.error(describeError(error).message),
  })
}

interface ConflictsProps {
  readonly conflicts: readonly Difference[]
  readonly choices: ReadonlyMap<string, Side>
  onChoose(differences: readonly Difference[], side: Side): void
}

function Conflicts({ conflicts, choices, onChoose }: ConflictsProps) {
  const text = useMergeText()
  if (conflicts.length === 0) return <Alert type="success" showIcon title={text.noConflict} className="st-gap" />
  return (
    <>
      <h3>{text.conflicts(conflicts.length)}</h3>
      {conflicts.length > 1 && (
        <div className="st-line st-gap">
          <Button size="small" onClick={() => onChoose(conflicts, 'theirs')}>
            {text.allTheirs}
          </Button>
          <Button size="small" onClick={() => onChoose(conflicts, 'mine')}>
            {text.allMine}
          </Button>
        </div>
      )}
      {conflicts.map(each => (
        <Conflict
          key={each.key}
          conflict={each}
          choice={choices.get(each.key)}
          onChoose={side => onChoose([each], side)}
        />
      ))}
    </>
  )
}

interface ConflictProps {
  readonly conflict: Difference
  readonly choice: Side | undefined
  onChoose(side: Side): void
}

function Conflict({ conflict, choice, onChoose }: ConflictProps) {
  const text = useMergeText()
  const name = useId()
  const tell = useTell([conflict])
  return (
    <fieldset className="st-conflict">
      <legend>{tell.place(conflict)}</legend>
      <p className="sl-muted">
        {text.before} <code>{tell.value(conflict, conflict.base)}</code>
      </p>
      <Radio.Group
        name={name}
        value={choice ?? null}
        onChange={event => onChoose(event.target.value as Side)} // the values below
        options={(['theirs', 'mine'] as const).map(side => ({
          value: side,
          label: (
            <>
              {text.sides[side]} <code>{tell.value(conflict, conflict[side])}</code>
            </>
          ),
        }))}
      />
    </fieldset>
  )
}

interface TakenProps {
  readonly title: string
  readonly side: Side
  readonly differences: readonly Difference[]
}

/** What one side changed alone. */
function Taken({ title, side, differences }: TakenProps) {
  const tell = useTell(differences)
  if (differences.length === 0) return null
  return (
    <details className="st-taken">
      <summary>{title}</summary>
      <ul>
        {differences.map(each => (
          <li key={each.key}>
            {tell.place(each)}: <code>{tell.value(each, each.base)}</code> → <code>{tell.value(each, each[side])}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
