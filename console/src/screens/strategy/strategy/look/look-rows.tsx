import { DownOutlined, KeyOutlined } from '@ant-design/icons'
import { ExactNumber, toText, type Value } from '@sluice/contract'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { fieldsOf, useResource } from '../parts/use-choices.ts'
import { readRecord } from '../studio/use-records.ts'
import { useLookText } from '../texts/use-look-text.ts'
import type { SourceDraft, TargetDraft } from '../types.ts'
import type { SourceLookProps } from './look-props.ts'

interface LookRowsProps {
  /** Each as lossless JSON text. */
  readonly rows: readonly string[]
  readonly draft: SourceDraft | TargetDraft
  /** Above each column; its name and type where nothing can be set there. */
  head?(name: string, type: string | undefined): ReactNode
}

/** The first records as a table. */
export function LookRows({ rows, draft, head = plainHead }: LookRowsProps) {
  const text = useLookText()
  const { data } = useResource(draft)
  const types = new Map(fieldsOf(data?.content).map(({ name, type }) => [name, type]))
  const records = rows.map(readRecord)
  const names = [...new Set(records.flatMap(record => Object.keys(record)))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className="st-look-rows" tabIndex={0}>
      {/* Data is in no language of the page. */}
      <table lang="">
        <thead>
          <tr>
            {names.map(name => (
              <th key={name} scope="col">
                {head(name, types.get(name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no identity here and never move
            <tr key={at}>
              {names.map(name => (
                <Cell key={name} value={record[name]} isThere={Object.hasOwn(record, name)} text={text} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const plainHead = (name: string, type: string | undefined) => (
  <span className="st-look-head st-look-plain">
    <span>{name}</span>
    <small>{type}</small>
  </span>
)

interface HeadProps extends Pick<SourceLookProps, 'draft' | 'onChange'> {
  readonly name: string
  readonly type: string | undefined
}

/** What a field of a source means is set at its head. */
export function SourceHead({ name, type, draft, onChange }: HeadProps) {
  const text = useLookText()
  const isKey = draft.key.includes(name)
  const marks = [
    draft.number === name && text.marks.number,
    draft.increment?.field === name && text.marks.increment,
  ].filter(mark => mark !== false)
  const items = [
    { key: 'key', label: isKey ? text.notKey : text.asKey },
    { key: 'number', label: text.asNumber },
    ...(draft.follow === true ? [] : [{ key: 'increment', label: text.asIncrement }]),
  ]
  const set = (what: string) => onChange(changeBy(draft, name, what))
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => set(key) }}>
      <button type="button" aria-label={text.field(name)} className="st-look-head">
        <span>
          {isKey && <KeyOutlined title={text.marks.key} aria-label={text.marks.key} />} {name}{' '}
          <DownOutlined className="st-look-more" aria-hidden />
        </span>
        <small>{[type, ...marks].filter(Boolean).join(' · ')}</small>
      </button>
    </Dropdown>
  )
}

function changeBy(draft: SourceDraft, name: string, what: string): Partial<SourceDraft> {
  if (what === 'number') return { number: name }
  if (what === 'increment')
    return { increment: { lookBackSeconds: 300, endLagSeconds: 0, ...draft.increment, field: name } }
  return { key: draft.key.includes(name) ? draft.key.filter(each => each !== name) : [...draft.key, name] }
}

interface CellProps {
  readonly value: unknown
  readonly isThere: boolean
  readonly text: ReturnType<typeof useLookText>
}

/** null, "" and a field that is not there are three things. */
function Cell({ value, isThere, text }: CellProps) {
  if (!isThere) return <td className="st-look-none">{text.missing}</td>
  if (value === null) return <td className="st-look-none">null</td>
  if (value === '') return <td className="st-look-none">{text.emptyCell}</td>
  const shown = toText(value as Value)
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  return (
    <td className={isNumber ? 'st-look-number' : undefined} title={shown.length > 40 ? shown.slice(0, 500) : undefined}>
      {shown.slice(0, 200)}
    </td>
  )
}
