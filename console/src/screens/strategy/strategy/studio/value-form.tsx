import { FilterOutlined } from '@ant-design/icons'
import type { FieldSpec, FieldValue, MappingField } from '@sluice/contract'
import { Button, Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { listChoices, pathOf, toTemplate, tryFindText } from '../model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import { ConstantInput } from './constant-input.tsx'
import { ExpressionInput } from './expression-input.tsx'
import type { TreeNode } from './field-tree-model.ts'
import { FindForm } from './find-form.tsx'
import { GroupForm } from './group-form.tsx'
import { SourcePicker } from './source-picker.tsx'
import { readChain } from './template-chain.ts'
import type { MappingProblem } from './use-outcome.ts'

const FilterDialog = lazyPart(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

export interface ValueFormProps {
  readonly node: TreeNode
  /** A template is edited as text, even if it is one path or nothing yet. */
  readonly isText: boolean
  readonly source: readonly FieldSpec[]
  /** The source's own fields, without what the mapping derives: look-ups ask with these. */
  readonly ownSource: readonly FieldSpec[]
  readonly record: string | null
  /** The record with derived values and groups, for what a picker shows. */
  readonly samples: string | null
  readonly derived: readonly MappingField[]
  readonly problems: readonly MappingProblem[]
  onChange(field: MappingField): void
}

/** The input that fits a kind of value. */
export function ValueForm(props: ValueFormProps) {
  const { node, source, ownSource, record, samples, problems, onChange } = props
  const text = useText().mapping
  const { field, listName } = node
  const { value } = field
  const label = `${field.target} ${text.columns.value}`
  const set = (next: FieldValue) => onChange({ ...field, value: next })
  switch (value.kind) {
    case 'constant':
      return <ConstantInput label={label} value={value} onChange={set} />
    case 'expression':
      return (
        <ExpressionInput
          // An editor keeps its own history, which is one field's.
          key={node.key}
          label={label}
          expression={value.expression}
          source={source}
          listName={listName}
          isInLines={node.name.includes('[]')}
          record={samples}
          problems={problems}
          onChange={expression => set({ kind: 'expression', expression })}
        />
      )
    case 'lines':
      return (
        <>
          <Select
            aria-label={label}
            allowClear
            showSearch
            className="sl-wide"
            placeholder={text.pickList}
            value={value.source || null}
            options={listLists(source)}
            onChange={(list: string | null) => set({ ...value, source: list ?? '' })}
          />
          {value.source !== '' && (
            <GroupForm
              group={value.group}
              fields={source.find(({ name }) => name === value.source)?.fields ?? []}
              onChange={group => set(group ? { ...value, group } : ungroup(value))}
            />
          )}
        </>
      )
    case 'object':
      return null
    case 'find':
      return <FindForm node={node} source={ownSource} record={record} value={value} onChange={set} />
    case 'template':
      return <TemplateForm {...props} label={label} value={value} set={set} />
  }
}

const ungroup = ({ group: _, ...value }: Extract<FieldValue, { kind: 'lines' }>): FieldValue => value

/** Lists first; the JSON text of one may be in a text. */
const listLists = (source: readonly FieldSpec[]) =>
  listChoices(source, null)
    .filter(({ field }) => field.type === 'array' || field.type === 'json' || field.type === 'string')
    .toSorted((a, b) => Number(b.field.type === 'array') - Number(a.field.type === 'array'))
    .map(({ path, field }) => ({ value: path, label: [path, field.label].filter(Boolean).join(' · ') }))

interface TemplateFormProps extends ValueFormProps {
  readonly label: string
  readonly value: Extract<FieldValue, { kind: 'template' }>
  set(value: FieldValue): void
}

/** One source field; or text with several of them; either with its filters. */
function TemplateForm({ node, isText, source, record, samples, derived, label, value, set }: TemplateFormProps) {
  const text = useText().mapping
  const words = useStudioText()
  const [isOpen, setOpen] = useState(false)
  const { listName } = node
  const path = pathOf(value)
  const chain = readChain(value.template)
  const found = tryFindText(value.template)
  const write = (template: string) => set({ kind: 'template', template })
  return (
    <>
      {!isText && (value.template === '' || path !== '') ? (
        <SourcePicker
          label={label}
          path={path}
          source={source}
          listName={listName}
          record={samples}
          onChange={next => write(toTemplate(next))}
        />
      ) : (
        <>
          <Input.TextArea
            aria-label={label}
            className="sl-code"
            autoSize={{ minRows: 2, maxRows: 8 }}
            spellCheck={false}
            placeholder={text.templateHint}
            value={value.template}
            onChange={event => write(event.target.value)}
          />
          {found && (
            <Button size="small" onClick={() => set(found)}>
              {words.find.fromText}
            </Button>
          )}
          <Select
            aria-label={text.insertField}
            className="sl-wide"
            placeholder={text.insertField}
            showSearch
            value={null}
            options={listChoices(source, listName).map(choice => ({
              value: choice.path,
              label: [choice.path, choice.field.label].filter(Boolean).join(' · '),
            }))}
            onChange={(next: string | null) => next !== null && write(`${value.template.trimEnd()}${toTemplate(next)}`)}
          />
        </>
      )}
      <span>
        <Button size="small" icon={<FilterOutlined />} disabled={chain === null} onClick={() => setOpen(true)}>
          {words.filters.open}
          {chain && chain.filters.length > 0 && ` (${chain.filters.length})`}
        </Button>
        {chain === null && value.template !== '' && <small className="sl-muted"> {words.filters.mixed}</small>}
      </span>
      <Suspense>
        {isOpen && (
          <FilterDialog
            template={value.template}
            timeZone={node.field.timeZone}
            record={record}
            lists={node.lists}
            derived={derived}
            onClose={() => setOpen(false)}
            onSave={template => {
              write(template)
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
