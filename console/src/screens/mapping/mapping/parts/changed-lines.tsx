import { Tag } from 'antd'
import type { LineBody } from '../types.ts'
import { useText } from '../use-text.ts'

interface ChangedLine {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly before: LineBody | null
  readonly after: LineBody | null
}

const COLORS = { added: 'green', changed: 'gold', removed: 'red' } as const

/** Lines before and after a change, side by side. */
export function ChangedLines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  const text = useText().importing
  return (
    <div className="mp-preview">
      <table className="mp-table" aria-label={text.previewLabel}>
        <thead>
          <tr>
            <th scope="col">{text.preview}</th>
            <th scope="col">{text.before}</th>
            <th scope="col">{text.after}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={`${line.kind} ${(line.before ?? line.after)?.a_value}`}>
              <td>
                <Tag color={COLORS[line.kind]}>{text.kinds[line.kind]}</Tag>
              </td>
              <td>
                <Pair line={line.before} />
              </td>
              <td>
                <Pair line={line.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Pair({ line }: { readonly line: LineBody | null }) {
  const text = useText().lines
  if (line === null) return <>–</>
  const show = (value: string, label: string) => (
    <>
      {value === '' ? <span className="sl-muted">{text.emptyValue}</span> : <code>{value}</code>}
      {label !== '' && <span className="sl-muted"> {label}</span>}
    </>
  )
  return (
    <>
      {show(line.a_value, line.a_label)} → {show(line.b_value, line.b_label)}
      {!line.enabled && <Tag>{text.onlyOptions.disabled}</Tag>}
    </>
  )
}
