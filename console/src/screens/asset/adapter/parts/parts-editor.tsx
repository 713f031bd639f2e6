import type { AdapterParts } from '@sluice/contract'
import { useText } from '../use-text.ts'
import { RowsEditor } from './rows-editor.tsx'

export interface PartsEditorProps {
  readonly parts: AdapterParts
  /** A request without a body has no fields there. */
  readonly hasBody?: boolean
  faultAt(path: string): string | undefined
  onChange(change: Partial<AdapterParts>): void
}

/** Headers, query, body and calculations of a request. */
export function PartsEditor({ parts, hasBody = true, faultAt, onChange }: PartsEditorProps) {
  const text = useText().form
  const places =
    hasBody || parts.body.length > 0 ? (['headers', 'query', 'body'] as const) : (['headers', 'query'] as const)
  return (
    <>
      {places.map(place => (
        <RowsEditor
          key={place}
          label={text[place]}
          rows={parts[place]}
          empty={{ name: '', value: '' }}
          columns={[
            { key: 'name', label: text.fieldName, width: '30%' },
            { key: 'value', label: text.fieldValue },
          ]}
          faultAt={(index, key) => faultAt(`${place}.${index}.${key}`)}
          onChange={rows => onChange({ [place]: rows })}
        />
      ))}
      <RowsEditor<AdapterParts['calculations'][number]>
        label={text.calculations}
        rows={parts.calculations}
        empty={{ name: '', function: 'md5', text: '', key: '', encoding: 'hex' }}
        columns={[
          { key: 'name', label: text.fieldName, width: '14%' },
          { key: 'function', label: text.function, options: text.functions, width: '16%' },
          { key: 'text', label: text.text },
          { key: 'key', label: text.key, width: '20%' },
          { key: 'encoding', label: text.encoding, options: text.encodings, width: '14%' },
        ]}
        faultAt={(index, key) => faultAt(`calculations.${index}.${key}`)}
        onChange={calculations => onChange({ calculations })}
      />
      <p className="sl-muted">{text.calculationsText}</p>
    </>
  )
}
