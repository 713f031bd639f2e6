import { WarningFilled } from '@ant-design/icons'
import type { FieldSpec } from '@sluice/contract'
import { AutoComplete } from 'antd'
import { useId, useState } from 'react'
import { useStudioText } from '../texts/use-studio-text.ts'
import { isUnknownField, listOptions } from './source-options.ts'

export interface SourcePickerProps {
  readonly label: string
  readonly path: string
  readonly source: readonly FieldSpec[]
  readonly listName: string | null
  readonly record: string | null
  onChange(path: string): void
}

/** One source field, found by its name, its label or what the record holds there; or a path that is typed. */
export function SourcePicker({ label, path, source, listName, record, onChange }: SourcePickerProps) {
  const text = useStudioText()
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const options = listOptions(source, listName, record, text.inRecord)
  // A name half typed is not wrong yet.
  const isUnknown = !isTyping && isUnknownField(path, source, listName, record)
  return (
    <>
      <AutoComplete
        aria-label={label}
        allowClear
        className="sl-wide"
        placeholder={text.pickSource}
        value={path}
        listHeight={360}
        showSearch={{
          filterOption: (typed, option) =>
            option !== undefined &&
            `${option.value} ${option.label} ${option.sample}`.toLowerCase().includes(typed.toLowerCase()),
        }}
        options={options}
        optionRender={({ data }) => (
          <span className="st-pick">
            <span>
              {data.value} <small className="sl-muted">{[data.label, data.type].filter(Boolean).join(' · ')}</small>
            </span>
            <code>{data.sample}</code>
          </span>
        )}
        {...(isUnknown && ({ status: 'warning', 'aria-describedby': id } as const))}
        onChange={(next: string | undefined) => onChange(next ?? '')}
        onSearch={() => setTyping(true)}
        onSelect={() => setTyping(false)}
        onBlur={() => setTyping(false)}
        onKeyDown={event => event.key === 'Enter' && setTyping(false)}
      />
      {/* There before it speaks, so that what it says is heard. */}
      <small id={id} role="status" className="st-unknown">
        {isUnknown && (
          <>
            <WarningFilled aria-hidden /> {text.unknownField(path)}
          </>
        )}
      </small>
    </>
  )
}
