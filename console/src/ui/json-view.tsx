import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CopyText } from './copy-text.tsx'
import { type JsonLine, layOutJson, listPaths, writeJson } from './json-lines.ts'
import { useUiText } from './use-text.ts'

export interface JsonViewProps {
  /** JSON as text. It is laid out, never parsed into values, so 9007199254740993 and 12.50 read as they came. */
  readonly text: string | null
  /** What this is, for screen readers. */
  readonly label: string
  /** Default 480 px; the view scrolls inside. */
  readonly maxHeight?: number
  /** Places that something is the matter with; the first one is in view. */
  readonly faults?: readonly string[]
  /** Words that something is the matter with, wherever they stand. */
  readonly faultWords?: readonly string[]
  /** What stands beside a line, by its place: `data.list`, `data.list[0].id`. */
  beside?(path: string, line: JsonLine): ReactNode
}

const NONE: readonly string[] = []

/** More lines than this are drawn on request: 2000 take about 60 ms. */
const STEP = 2000

/** Lossless JSON with folding, search and copy. */
export function JsonView({ text, label, maxHeight = 480, faults = NONE, faultWords = NONE, beside }: JsonViewProps) {
  const words = useUiText().json
  const [query, setQuery] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [limit, setLimit] = useState(STEP)
  const body = useFaultInView(text)
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
          <Words text={text ?? ''} words={faultWords} />
        </pre>
      </figure>
    )
  const isFaulty = findFaulty(lines, faults, faultWords)
  const paths = beside ? listPaths(lines) : []
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
      <div ref={body} className="sl-json-body" tabIndex={0} style={{ maxHeight }}>
        {lines.length === 0 && <span className="sl-muted">{words.empty}</span>}
        {visible.slice(0, limit).map(index => (
          <Line
            key={index}
            line={lines[index]!}
            wanted={wanted}
            isFaulty={isFaulty(index)}
            isFolded={wanted === '' && folded.has(index)}
            onToggle={() => toggle(index)}
          >
            {lines[index]!.kind !== 'close' && beside?.(paths[index] ?? '', lines[index]!)}
          </Line>
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

/** Scrolls inside of the view only, once its text is there. */
function useFaultInView(text: string | null) {
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has its fault elsewhere
  useLayoutEffect(() => {
    const first = body.current?.querySelector<HTMLElement>('.sl-json-fault')
    if (body.current && first) body.current.scrollTop = first.offsetTop - body.current.clientHeight / 2
  }, [text])
  return body
}

function findFaulty(lines: readonly JsonLine[], faults: readonly string[], words: readonly string[]) {
  if (faults.length === 0 && words.length === 0) return () => false
  const paths = faults.length > 0 ? listPaths(lines) : []
  const has = (text: string): boolean => words.some(word => text.includes(word))
  return (index: number): boolean => {
    const path = paths[index]
    const { key, kind, value } = lines[index]!
    return (
      (path !== undefined && path !== '' && faults.includes(path)) || has(key ?? '') || (kind === 'text' && has(value))
    )
  }
}

/** A text in which some words are marked. */
export function Words({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const [at, word] = words
    .map(each => [text.indexOf(each), each] as const)
    .filter(([place]) => place >= 0)
    .toSorted(([a], [b]) => a - b)[0] ?? [-1, '']
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{word}</mark>
      <Words text={text.slice(at + word.length)} words={words} />
    </>
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
  readonly isFaulty: boolean
  readonly isFolded: boolean
  readonly children?: ReactNode
  onToggle(): void
}

function Line({ line, wanted, isFaulty, isFolded, children, onToggle }: LineProps) {
  const words = useUiText().json
  const close = line.value === '{' ? '}' : ']'
  return (
    <div
      className={isFaulty ? 'sl-json-line sl-json-fault' : 'sl-json-line'}
      style={{ paddingInlineStart: 20 + line.depth * 18 }}
    >
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
      {isFaulty && <em>{words.fault}</em>}
      {children}
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
