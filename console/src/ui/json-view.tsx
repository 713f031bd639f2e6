import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useState } from 'react'
import { CopyText } from './copy-text.tsx'
import { type JsonLine, layOutJson, writeJson } from './json-lines.ts'
import { useUiText } from './use-text.ts'

export interface JsonViewProps {
  /** JSON as text. It is laid out, never parsed into values, so 9007199254740993 and 12.50 read as they came. */
  readonly text: string | null
  /** What this is, for screen readers. */
  readonly label: string
  /** Default 480 px; the view scrolls inside. */
  readonly maxHeight?: number
}

/** More lines than this are drawn on request: 2000 take about 60 ms. */
const STEP = 2000

/** Lossless JSON with folding, search and copy. */
export function JsonView({ text, label, maxHeight = 480 }: JsonViewProps) {
  const words = useUiText().json
  const [query, setQuery] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [limit, setLimit] = useState(STEP)
  const lines = text === null || text === '' ? [] : layOutJson(text)
  if (lines === null)
    return (
      <figure className="sl-json" aria-label={label}>
        <figcaption className="sl-json-bar">
          <span className="sl-muted">{words.invalid}</span>
          <CopyText value={text ?? ''} />
        </figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre tabIndex={0} style={{ maxHeight }}>
          {text}
        </pre>
      </figure>
    )
  const wanted = query.trim().toLowerCase()
  const hits = wanted === '' ? 0 : lines.filter(line => matches(line, wanted)).length
  // A search looks into folded parts as well, so it opens everything.
  const visible = wanted === '' ? listVisible(lines, folded) : lines.map((_, index) => index)
  const toggle = (index: number) =>
    setFolded(new Set(folded.has(index) ? [...folded].filter(at => at !== index) : [...folded, index]))
  const foldAll = () =>
    setFolded(new Set(lines.flatMap((line, index) => (line.kind === 'open' && line.depth > 0 ? [index] : []))))
  return (
    <figure className="sl-json" aria-label={label}>
      <figcaption className="sl-json-bar">
        <Input
          size="small"
          allowClear
          value={query}
          aria-label={words.search}
          placeholder={words.search}
          onChange={event => setQuery(event.target.value)}
        />
        {wanted !== '' && (
          <span className="sl-muted" aria-live="polite">
            {words.matches(hits)}
          </span>
        )}
        <span className="sl-grow" />
        <Button size="small" type="text" onClick={foldAll}>
          {words.collapse}
        </Button>
        <Button size="small" type="text" onClick={() => setFolded(new Set())}>
          {words.expand}
        </Button>
        <CopyText value={writeJson(lines)} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className="sl-json-body" tabIndex={0} style={{ maxHeight }}>
        {lines.length === 0 && <span className="sl-muted">{words.empty}</span>}
        {visible.slice(0, limit).map(index => (
          <Line
            key={index}
            line={lines[index]!}
            wanted={wanted}
            isFolded={wanted === '' && folded.has(index)}
            onToggle={() => toggle(index)}
          />
        ))}
        {visible.length > limit && (
          <Button type="link" size="small" onClick={() => setLimit(limit + STEP)}>
            {words.more(Math.min(STEP, visible.length - limit))}
          </Button>
        )}
      </div>
    </figure>
  )
}

const matches = (line: JsonLine, wanted: string): boolean =>
  `${line.key ?? ''}: ${line.value}`.toLowerCase().includes(wanted)

function listVisible(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = []
  for (let index = 0; index < lines.length; index += 1) {
    visible.push(index)
    const end = lines[index]!.end
    if (end !== null && folded.has(index)) index = end
  }
  return visible
}

interface LineProps {
  readonly line: JsonLine
  readonly wanted: string
  readonly isFolded: boolean
  onToggle(): void
}

function Line({ line, wanted, isFolded, onToggle }: LineProps) {
  const words = useUiText().json
  const close = line.value === '{' ? '}' : ']'
  return (
    <div className="sl-json-line" style={{ paddingInlineStart: 20 + line.depth * 18 }}>
      {line.end !== null && (
        <button
          type="button"
          className="sl-json-fold"
          style={{ insetInlineStart: 2 + line.depth * 18 }}
          aria-expanded={!isFolded}
          aria-label={isFolded ? words.unfold : words.fold}
          onClick={onToggle}
        >
          {isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />}
        </button>
      )}
      {line.key !== null && (
        <>
          <span className="sl-json-key">{mark(line.key, wanted)}</span>
          {': '}
        </>
      )}
      <span className={`sl-json-${line.kind}`}>{mark(line.value, wanted)}</span>
      {isFolded && (
        <>
          <span className="sl-json-size">{words.items(line.size)}</span>
          {close}
        </>
      )}
      {line.hasComma && ','}
    </div>
  )
}

function mark(text: string, wanted: string): ReactNode {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}
