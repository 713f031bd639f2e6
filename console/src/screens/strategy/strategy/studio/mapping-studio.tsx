import { PlusOutlined } from '@ant-design/icons'
import type { FieldSpec, Mapping, MappingField } from '@sluice/contract'
import { Alert, Button, Tooltip } from 'antd'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { fieldsOf, rowFieldsOf, useResource } from '../parts/use-choices.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import type { Begun, Draft } from '../types.ts'
import { beginMapping, listBegun, takeBack } from './begin-mapping.ts'
import { FieldPanel } from './field-panel.tsx'
import { FieldTree } from './field-tree.tsx'
import {
  addField,
  DERIVED_ROOT,
  listDerived,
  listMissing,
  listNodes,
  pathKey,
  type TreeNode,
} from './field-tree-model.ts'
import { NoFieldList } from './no-field-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { ScriptView, withScript } from './script-view.tsx'
import { addDerived, addInside, changeMapping, derivedSpecs, specsAt } from './shape-model.ts'
import { SourceView } from './source-view.tsx'
import './studio.css'
import { type StudioAction, StudioBar } from './studio-bar.tsx'
import { type StudioDialog, StudioDialogs } from './studio-dialogs.tsx'
import { UnreadNote } from './unread-note.tsx'
import { useOutcome } from './use-outcome.ts'
import { useRecords } from './use-records.ts'
import { toSamples } from './use-samples.ts'
import { type Studio, useStudio } from './use-studio.ts'

export interface MappingStudioProps {
  readonly draft: Draft
  /** Absent while the strategy is being made: then records are read from its source. */
  readonly strategyId?: string
  /** @param begun that the mapping now begins with proposals, of a new strategy */
  onChange(mapping: Mapping, begun?: Begun): void
}

const nothing: ReadonlySet<string> = new Set()

const nothingAt = () => null

/** More than the tree shows at once. */
const FIRST_ROWS = 40

/** The target's fields, what the chosen one gets, and what comes of it on a real record. */
export function MappingStudio({ draft, strategyId, onChange }: MappingStudioProps) {
  const text = useStudioText()
  const words = useText().mapping
  const target = useResource(draft.target)
  const sourceFields = rowFieldsOf(useResource(draft.source).data?.content, draft.source)
  const targetFields = fieldsOf(target.data?.content)
  const studio = useStudio(draft.mapping, targetFields, onChange)
  const { fields, change } = studio
  const [selected, setSelected] = useState('0')
  const [opened, setOpened] = useState<StudioDialog | null>(null)
  const mapping: Mapping = { ...draft.mapping, fields: [...fields] }
  const targetNodes = listNodes(fields, targetFields, draft.mapping.copyAll)
  const nodes = [...listDerived(mapping.derived), ...targetNodes]
  // What is typed is on screen first, then the tree and the preview; of many fields those that are seen come first.
  const lateNodes = useDeferredValue(nodes, nodes.slice(0, FIRST_ROWS))
  const node = nodes.find(each => each.key === selected) ?? targetNodes[0] ?? nodes[0]
  const records = useRecords(draft.source, strategyId)
  const outcome = useOutcome(records.record, draft.mapping, aroundOf(draft, sourceFields))
  const isNew = strategyId === undefined
  // A new strategy begins with what is beyond doubt, once both sides are known; undone, it does not come again.
  useEffect(() => {
    const first = isNew ? beginMapping(draft, sourceFields, targetFields) : null
    if (first?.begun.fields.length === 0) onChange(draft.mapping, first.begun)
    else if (first) studio.replace(first.mapping, '', first.begun)
  })
  const begunFields = draft.begun?.fields ?? []
  const begun = isNew ? listBegun(nodes, begunFields) : nothing
  const isWrong = ({ name }: TreeNode): boolean => outcome.problems.has(name)
  const act = (action: StudioAction) => {
    if (action === 'undo') studio.undo()
    else if (action === 'redo') studio.redo()
    else if (action === 'clear') studio.replace({ ...draft.mapping, derived: undefined, fields: [] }, 'clear')
    else setOpened(action)
  }
  const edit = (field: MappingField) =>
    node &&
    studio.replace(
      changeMapping(mapping, node.path, () => field),
      `${node.key} ${field.value.kind}`,
    )
  const remove = () => {
    if (node) studio.replace(changeMapping(mapping, node.path, nothingAt), '')
  }
  const add = () => {
    change(addField(fields, null), '')
    setSelected(String(fields.length))
  }
  const addChild = (into: TreeNode) => {
    studio.replace(addInside(mapping, into.path), '')
    setSelected(pathKey([...into.path, childCount(into)]))
  }
  const deriveOne = () => {
    studio.replace(addDerived(mapping), '')
    setSelected(pathKey([DERIVED_ROOT, mapping.derived?.length ?? 0]))
  }
  const missing = listMissing(targetNodes)
  const own = [...sourceFields, ...derivedSpecs(mapping.derived, text.derived.label)]
  const preview = (
    <PreviewPane
      records={records}
      outcome={outcome}
      nodes={lateNodes}
      selected={node?.key ?? ''}
      hasSource={draft.source.resource !== null}
      onSelect={setSelected}
    />
  )
  return (
    // Undo and redo work wherever in the studio one is, except in a text that has its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="st-studio" onKeyDown={event => onUndoKey(event, studio)}>
      <StudioBar
        view={studio.view}
        mapping={draft.mapping}
        isEmpty={!draft.mapping.copyAll && targetNodes.every(each => !each.isMapped)}
        canUndo={studio.canUndo}
        canRedo={studio.canRedo}
        canTry={strategyId !== undefined}
        onView={studio.show}
        onSet={(change, step) => studio.replace({ ...draft.mapping, ...change }, step)}
        onAction={act}
      />
      {target.error !== null && <ErrorBlock isSmall error={target.error} onRetry={() => void target.refetch()} />}
      {studio.view === 'script' ? (
        <div className="st-panes st-panes-two">
          <ScriptView
            code={draft.mapping.script?.code ?? ''}
            outcome={outcome}
            record={records.record}
            source={sourceFields}
            target={targetFields}
            onChange={code => studio.replace(withScript(draft.mapping, code), 'script')}
          />
          {preview}
        </div>
      ) : studio.view === 'source' ? (
        <div className="st-panes st-panes-two">
          <SourceView source={studio.source} outcome={outcome} onChange={studio.type} />
          {preview}
        </div>
      ) : (
        <>
          {studio.isPending && <PendingSource onBack={() => studio.show('source')} onDrop={studio.drop} />}
          {begun.size > 0 && <BegunNote count={begun.size} onUndo={() => change(takeBack(fields, begunFields), '')} />}
          {targetFields.length > 0 && (
            <p className={missing.length === 0 ? 'st-complete' : 'st-incomplete'} aria-live="polite">
              {missing.length === 0 ? words.complete : words.unmapped(missing)}
            </p>
          )}
          <UnreadNote
            unread={outcome.preview?.unread}
            all={sourceFields.length}
            leftOut={draft.mapping.leftOut ?? []}
            onChange={leftOut => studio.replace({ ...draft.mapping, leftOut: [...leftOut] }, 'leftOut')}
          />
          <div className="st-panes">
            <section className="st-pane st-pane-tree" aria-label={text.panes.fields}>
              <FieldTree
                nodes={lateNodes}
                selected={node?.key ?? ''}
                begun={begun}
                none={target.data && <NoFieldList source={sourceFields} onFields={given => change(given, '')} />}
                isWrong={isWrong}
                onSelect={setSelected}
              />
              <AddButtons onAdd={add} onAddDerived={deriveOne} />
            </section>
            <FieldPanel
              node={node}
              source={node ? specsAt(node, own) : own}
              ownSource={sourceFields}
              record={records.record}
              samples={toSamples(records.record, node, outcome)}
              derived={mapping.derived ?? []}
              problems={outcome.problems.get(node?.name ?? '') ?? []}
              onChange={edit}
              onAddChild={() => node && addChild(node)}
              onRemove={remove}
              strategyId={strategyId}
            />
            {preview}
          </div>
        </>
      )}
      <StudioDialogs
        opened={opened}
        draft={draft}
        strategyId={strategyId}
        nodes={targetNodes}
        studio={studio}
        source={sourceFields}
        target={targetFields}
        onClose={() => setOpened(null)}
      />
    </div>
  )
}

/** The target whose columns the values are held against, and what should go there. */
function aroundOf({ target: { connector_id, resource, options } }: Draft, source: readonly FieldSpec[]) {
  const target = connector_id !== null && resource !== null ? { connector_id, resource, options } : null
  return { ...(target && { target }), source_fields: source.map(({ name }) => name) }
}

interface AddButtonsProps {
  onAdd(): void
  onAddDerived(): void
}

function AddButtons({ onAdd, onAddDerived }: AddButtonsProps) {
  const text = useStudioText().derived
  const { add } = useText().mapping
  return (
    <span className="st-tree-add">
      <Button type="link" size="small" icon={<PlusOutlined />} onClick={onAdd}>
        {add}
      </Button>
      <Tooltip title={text.hint} placement="right">
        <Button type="link" size="small" icon={<PlusOutlined />} onClick={onAddDerived}>
          {text.add}
        </Button>
      </Tooltip>
    </span>
  )
}

function childCount({ field: { value } }: TreeNode): number {
  return value.kind === 'lines' || value.kind === 'object' ? value.fields.length : 0
}

/** What nobody has asked for is told, and goes by one press. */
function BegunNote({ count, onUndo }: { readonly count: number; onUndo(): void }) {
  const text = useStudioText().begun
  return (
    <Alert
      className="st-gap"
      type="info"
      showIcon
      role="status"
      title={text.title(count)}
      action={
        <Button size="small" onClick={onUndo}>
          {text.undo}
        </Button>
      }
    />
  )
}

function PendingSource({ onBack, onDrop }: { onBack(): void; onDrop(): void }) {
  const text = useStudioText().source
  return (
    <Alert
      type="warning"
      showIcon
      title={text.pending}
      action={
        <>
          <Button size="small" onClick={onBack}>
            {text.back}
          </Button>{' '}
          <Button size="small" danger onClick={onDrop}>
            {text.drop}
          </Button>
        </>
      }
    />
  )
}

function onUndoKey(event: KeyboardEvent, { undo, redo }: Pick<Studio, 'undo' | 'redo'>): void {
  const isText = event.target instanceof HTMLElement && event.target.closest('input, textarea, .cm-editor') !== null
  if (isText || !(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
  else if (key === 'z') undo()
  else return
  event.preventDefault()
}
