import { PlusOutlined, ThunderboltOutlined, UndoOutlined } from '@ant-design/icons'
import type { FieldSpec, Mapping, MappingField } from '@sluice/contract'
import { Button, Switch, Tooltip } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { Empty } from '../../../ui/empty.tsx'
import { completeFields, isMapped, listUnmapped, matchFields } from '../model.ts'
import { useText } from '../use-text.ts'
import { MappingRows } from './mapping-rows.tsx'

export interface MappingEditorProps {
  readonly mapping: Mapping
  readonly source: readonly FieldSpec[]
  readonly target: readonly FieldSpec[]
  /** Fields with a problem on the previewed record. */
  readonly wrong: readonly string[]
  onChange(mapping: Mapping): void
}

/** One row per target field: where its value comes from. Lists and objects open into rows of their own. */
export function MappingEditor({ mapping, source, target, wrong, onChange }: MappingEditorProps) {
  const text = useText().mapping
  const [undo, setUndo] = useState<Mapping | null>(null)
  const copyAll = useId()
  const fields = completeFields(mapping.fields, target)
  const change = (next: readonly MappingField[]) => onChange({ ...mapping, fields: [...next] })
  const replace = (next: readonly MappingField[]) => {
    setUndo(mapping)
    change(next)
  }
  const match = () => {
    const matched = matchFields(fields, source, target)
    const count = matched.filter((field, index) => isMapped(field) && !isMapped(fields[index] ?? field)).length
    void message.info(count === 0 ? text.noMatch : text.matched(count))
    if (count > 0) replace(matched)
  }
  return (
    <div className="st-mapping">
      <div className="st-mapping-bar">
        <Button icon={<ThunderboltOutlined />} onClick={match} disabled={source.length === 0}>
          {text.auto}
        </Button>
        <Button
          icon={<PlusOutlined />}
          onClick={() => change([...fields, { target: '', value: { kind: 'template', template: '' } }])}
        >
          {text.add}
        </Button>
        <Button onClick={() => replace([])} disabled={!fields.some(isMapped)}>
          {text.clear}
        </Button>
        {undo && (
          <Button
            icon={<UndoOutlined />}
            onClick={() => {
              onChange(undo)
              setUndo(null)
            }}
          >
            {text.undo}
          </Button>
        )}
        <span className="sl-grow" />
        <Tooltip title={text.copyAllHint}>
          <label htmlFor={copyAll} className="st-switch">
            <Switch
              id={copyAll}
              size="small"
              checked={mapping.copyAll}
              onChange={isOn => onChange({ ...mapping, copyAll: isOn })}
            />{' '}
            {text.copyAll}
          </label>
        </Tooltip>
      </div>
      <Completeness missing={listUnmapped({ ...mapping, fields }, target)} hasTarget={target.length > 0} />
      {fields.length === 0 ? (
        <Empty isSmall title={text.noTarget} />
      ) : (
        <MappingRows
          label={text.label}
          fields={fields}
          source={source}
          target={target}
          listName={null}
          depth={0}
          wrong={wrong}
          onChange={change}
        />
      )}
    </div>
  )
}

function Completeness({ missing, hasTarget }: { readonly missing: readonly string[]; readonly hasTarget: boolean }) {
  const text = useText().mapping
  if (!hasTarget) return null
  return (
    <p className={missing.length === 0 ? 'st-complete' : 'st-incomplete'} aria-live="polite">
      {missing.length === 0 ? text.complete : text.unmapped(missing)}
    </p>
  )
}
