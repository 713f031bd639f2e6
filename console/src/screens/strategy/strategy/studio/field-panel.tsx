import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { changeKind, kindOf, type ValueKind } from '../model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { FieldRules } from './field-rules.tsx'
import type { TreeNode } from './field-tree-model.ts'
import { LineageButton } from './lineage-button.tsx'
import { ValueForm, type ValueFormProps } from './value-form.tsx'

export interface FieldPanelProps extends Omit<ValueFormProps, 'node' | 'isText'> {
  readonly node: TreeNode | undefined
  onAddChild(): void
  onRemove(): void
  /** Absent while the strategy is being made: no lineage is known of it. */
  readonly strategyId?: string | undefined
}

/** Everything about the chosen target field. */
export function FieldPanel(props: FieldPanelProps) {
  const text = useStudioText()
  const { node } = props
  return (
    <section className="st-pane" aria-label={text.panes.value}>
      {node ? <Chosen {...props} node={node} /> : <p className="sl-muted">{text.chooseField}</p>}
    </section>
  )
}

const kinds: readonly ValueKind[] = ['field', 'template', 'constant', 'expression', 'find', 'lines', 'object']

function Chosen(props: FieldPanelProps & { readonly node: TreeNode }) {
  const { node, problems, onChange, onAddChild, onRemove, strategyId } = props
  const text = useStudioText()
  const words = useText().mapping
  const { field, spec } = node
  // A path alone reads as a source field; who asks for it as text sees it so until another field is chosen.
  const [shownAsText, setShownAsText] = useState<string | null>(null)
  const isText = shownAsText === node.key
  const kind = kindOf(field.value)
  const isNested = node.hasChildren
  // The elements of a group are a list inside it; other lists inside lists are the source view's business.
  const isInGroup = node.lists.at(-1)?.group !== undefined
  const offered = kinds.filter(
    kind => kind !== 'lines' || node.depth === 0 || isInGroup || field.value.kind === 'lines',
  )
  const others = problems.filter(({ code }) => field.value.kind !== 'expression' || !code.startsWith('mapping.inv'))
  return (
    <>
      <header className="st-panel-head">
        {spec ? (
          <h3>
            {field.target}
            {spec.isRequired && <span className="st-required">{words.required}</span>}
            {spec.isKey && <span className="st-key">{words.key}</span>}
            <small>{[spec.label, spec.nativeType ?? spec.type].filter(Boolean).join(' · ')}</small>
          </h3>
        ) : (
          <Input
            aria-label={words.name}
            placeholder={words.name}
            addonBefore={node.isDerived && node.depth === 0 ? 'derived.' : undefined}
            value={field.target}
            onChange={event => onChange({ ...field, target: event.target.value })}
          />
        )}
        {strategyId !== undefined && !node.isDerived && field.target !== '' && (
          <LineageButton name={field.target} of={{ strategy: strategyId, side: 'mapped', field: node.name }} />
        )}
        {!spec && (
          <Button
            type="text"
            danger
            aria-label={words.remove(field.target)}
            icon={<DeleteOutlined />}
            onClick={onRemove}
          />
        )}
      </header>
      <Segmented<ValueKind>
        block
        className="st-kinds"
        size="small"
        aria-label={text.kind}
        value={kind === 'field' && isText ? 'template' : kind}
        options={offered.map(value => ({ value, label: words.kinds[value] }))}
        onChange={next => {
          setShownAsText(next === 'template' ? node.key : null)
          onChange({ ...field, value: changeKind(field.value, next) })
        }}
      />
      <div className="st-value-form">
        <ValueForm {...props} isText={isText} />
        {isNested && (
          <Button size="small" icon={<PlusOutlined />} onClick={onAddChild}>
            {words.addLine}
          </Button>
        )}
        {others.slice(0, 5).map(problem => (
          <p key={`${problem.field} ${problem.message}`} className="st-problem">
            {problem.message}
          </p>
        ))}
      </div>
      <h4 className="st-panel-title">{text.rules}</h4>
      <FieldRules field={field} onChange={onChange} />
    </>
  )
}
