import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { Fragment, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { describeValue, showNodes, type TreeFilter, type TreeNode } from './field-tree-model.ts'

export interface FieldTreeProps {
  readonly nodes: readonly TreeNode[]
  readonly selected: string
  /** Keys of those that were mapped without being asked for. */
  readonly begun: ReadonlySet<string>
  /** Instead of the tree where the target has no field. */
  readonly none?: ReactNode
  isWrong(node: TreeNode): boolean
  onSelect(key: string): void
}

const filters: readonly TreeFilter[] = ['all', 'missing', 'unmapped', 'wrong']

/** The target's fields with what they get; one stop of the keyboard, arrows move inside. */
export function FieldTree({ nodes, selected, begun, none, isWrong, onSelect }: FieldTreeProps) {
  const text = useStudioText()
  const words = useText().mapping
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState<TreeFilter>('all')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const shown = showNodes(nodes, { text: typed, only, folded }, isWrong)
  const at = shown.findIndex(node => node.key === selected)
  const counts: Record<TreeFilter, number> = {
    all: nodes.length,
    missing: nodes.filter(node => node.isMissing).length,
    unmapped: nodes.filter(node => !node.isMapped).length,
    wrong: nodes.filter(isWrong).length,
  }
  const fold = (key: string, isFolded: boolean) =>
    setFolded(before => new Set(isFolded ? [...before, key] : [...before].filter(each => each !== key)))
  const go = (to: number) => {
    const node = shown[to]
    if (!node) return
    onSelect(node.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${node.key}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const node = shown[at]
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (step !== undefined) go(step)
    else if (event.key === 'ArrowRight' && node?.hasChildren) {
      if (folded.has(node.key)) fold(node.key, false)
      else go(at + 1)
    } else if (event.key === 'ArrowLeft' && node) {
      if (node.hasChildren && !folded.has(node.key)) fold(node.key, true)
      else go(shown.findLastIndex((other, index) => index < at && other.depth < node.depth))
    } else return
    event.preventDefault()
  }
  return (
    <div className="st-tree">
      <div className="st-tree-bar">
        <Input.Search
          allowClear
          aria-label={text.filter}
          placeholder={text.filter}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Select<TreeFilter>
          aria-label={text.onlyLabel}
          value={only}
          popupMatchSelectWidth={false}
          options={filters.map(value => ({ value, label: `${text.only[value]} ${counts[value]}` }))}
          onChange={setOnly}
        />
      </div>
      {nodes.length === 0 && none ? (
        none
      ) : shown.length === 0 ? (
        <p className="sl-muted st-tree-none">{nodes.length === 0 ? words.noTarget : text.noField}</p>
      ) : (
        <div ref={list} role="tree" aria-label={text.panes.fields} className="st-tree-list" onKeyDown={onKeyDown}>
          {shown.map((node, index) => (
            <Fragment key={node.key}>
              {isFirstOfPart(shown, index) && (
                <p role="presentation" className="st-tree-part">
                  {node.isDerived ? text.derived.title : text.panes.fields}
                </p>
              )}
              <TreeRow
                id={node.key}
                name={node.field.target}
                value={describeValue(node.field)}
                depth={node.depth}
                state={stateOf(node, isWrong(node))}
                isRequired={node.spec?.isRequired ?? false}
                isKey={node.spec?.isKey ?? false}
                isSelected={node.key === selected}
                isStop={node.key === selected || (at < 0 && index === 0)}
                isFolded={node.hasChildren ? folded.has(node.key) : null}
                isBegun={begun.has(node.key)}
                onSelect={onSelect}
                onFold={fold}
              />
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}

/** Where there are derived fields, they and the target's have a title each. */
const isFirstOfPart = (nodes: readonly TreeNode[], at: number): boolean =>
  nodes[0]?.isDerived === true && nodes[at]?.isDerived !== nodes[at - 1]?.isDerived

type RowState = 'wrong' | 'missing' | 'mapped' | 'unmapped'

function stateOf({ isMissing, isMapped }: TreeNode, isWrong: boolean): RowState {
  if (isWrong) return 'wrong'
  if (isMissing) return 'missing'
  return isMapped ? 'mapped' : 'unmapped'
}

interface TreeRowProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly depth: number
  readonly state: RowState
  readonly isRequired: boolean
  readonly isKey: boolean
  readonly isSelected: boolean
  readonly isStop: boolean
  /** null: there is nothing to fold. */
  readonly isFolded: boolean | null
  readonly isBegun: boolean
  onSelect(key: string): void
  onFold(key: string, isFolded: boolean): void
}

/** Nodes are made anew with each key that is typed; the rows of all fields but one look as they did. */
const TreeRow = memo(function TreeRow({ id, state, depth, isFolded, onSelect, onFold, ...row }: TreeRowProps) {
  const text = useStudioText()
  const words = useText().mapping
  const name = row.name === '' ? words.name : row.name
  return (
    // The tree itself listens to the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={row.isSelected}
      aria-label={`${name}, ${row.isRequired ? `${text.states.required}, ` : ''}${text.states[state]}${row.isBegun ? `, ${text.begun.mark}` : ''}`}
      {...(isFolded !== null && { 'aria-expanded': !isFolded })}
      data-key={id}
      tabIndex={row.isStop ? 0 : -1}
      className={`st-tree-row st-tree-${state}`}
      style={{ paddingInlineStart: 6 + depth * 16 }}
      onClick={() => onSelect(id)}
    >
      <span
        className="st-tree-fold"
        aria-hidden
        onClick={event => {
          event.stopPropagation()
          if (isFolded !== null) onFold(id, !isFolded)
        }}
      >
        {isFolded !== null && (isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />)}
      </span>
      <span className="st-tree-name">
        {name}
        {row.isRequired && <b className="st-star">*</b>}
        {row.isKey && <span className="st-key">{words.key}</span>}
        {row.isBegun && <span className="st-begun">{text.begun.mark}</span>}
      </span>
      <span className="st-tree-value">{row.value}</span>
    </div>
  )
})
