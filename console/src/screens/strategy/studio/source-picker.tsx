import type { FieldSpec } from '@sluice/contract'
import { AutoComplete } from 'antd'
import { listChoices } from '../model.ts'
import { useStudioText } from '../use-studio-text.ts'
import { readRecord } from './use-records.ts'

export interface SourcePickerProps {
  readonly label: string
  readonly path: string
  readonly source: readonly FieldSpec[]
  readonly listName: string | null
  readonly record: string | null
  onChange(path: string): void
}

export interface PickerOption {
  readonly value: string
  readonly label: string
  readonly type: string
  /** What the current record holds there. */
  readonly sample: string
  readonly isKnown: boolean
}

/** Source fields with the current record's values; fields that only the record has come last. */
export function listOptions(
  source: readonly FieldSpec[],
  listName: string | null,
  record: string | null,
  unknownLabel: string,
): PickerOption[] {
  const data = readRecord(record)
  const line = firstLine(data, listName)
  const known = listChoices(source, listName).map(({ path, field }) => ({
    value: path,
    label: field.label ?? '',
    type: field.nativeType ?? field.type,
    sample: showSample(readAt(line, path) ?? readAt(data, path.replace(/^\$\./, ''))),
    isKnown: true,
  }))
  const names = new Set(known.map(option => option.value))
  const more = [...Object.keys(line), ...Object.keys(data)].filter(name => !names.has(name))
  const unknown = [...new Set(more)].map(name => ({
    value: name,
    label: unknownLabel,
    type: '',
    sample: showSample(line[name] ?? data[name]),
    isKnown: false,
  }))
  return [...known, ...unknown]
}

type Shown = Readonly<Record<string, unknown>>

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null && !Array.isArray(value)

function firstLine(data: Shown, listName: string | null): Shown {
  const list = listName === null ? undefined : readAt(data, listName)
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isShown(first) ? first : {}
}

function readAt(data: Shown, path: string): unknown {
  if (path in data) return data[path]
  return path.split('.').reduce<unknown>((value, name) => (isShown(value) ? value[name] : undefined), data)
}

const MAX_SAMPLE = 40

function showSample(value: unknown): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE)}…` : text
}

/** One source field, found by its name, its label or what the record holds there; or a path that is typed. */
export function SourcePicker({ label, path, source, listName, record, onChange }: SourcePickerProps) {
  const text = useStudioText()
  const options = listOptions(source, listName, record, text.inRecord)
  return (
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
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  )
}
