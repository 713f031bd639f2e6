import { Radio } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Choices, Conflict } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ConflictsProps {
  readonly conflicts: readonly Conflict[]
  readonly choices: Choices
  onChoose(id: string, side: 'mine' | 'theirs'): void
}

/** What both sides changed: before, mine, theirs. */
export function Conflicts({ conflicts, choices, onChoose }: ConflictsProps) {
  const text = useText()
  const { number } = useFormat()
  return (
    <section aria-label={text.conflicts(number(conflicts.length))}>
      <h3>{text.conflicts(number(conflicts.length))}</h3>
      <p className="sl-muted">{text.conflictsText}</p>
      <ul className="mk-list">
        {conflicts.map(conflict => (
          <li key={conflict.id}>
            <ConflictCard
              conflict={conflict}
              side={choices[conflict.id] ?? 'mine'}
              onChoose={side => onChoose(conflict.id, side)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The field of the target that a place belongs to. */
const FIELD = /^spec\.mapping\.fields\[target=(.+?)\]/

/** A value of a mapping is what it computes, a text itself; anything else stays as it is kept. */
function sayValue(text: string | null): string | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return value
    return sayComputed(value) ?? sayField(value) ?? text
  } catch {
    return text // cut short
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sayComputed(given: unknown): string | null {
  if (!isRecord(given)) return null
  const { kind, template, expression, ...rest } = given
  const [said] = [template, expression].filter(each => typeof each === 'string')
  return typeof kind === 'string' && said !== undefined && Object.keys(rest).length === 0 ? said : null
}

/** A whole field: what it computes, then what else is set of it, a line each. */
function sayField(given: unknown): string | null {
  if (!isRecord(given)) return null
  const { target, value, ...rest } = given
  const said = sayComputed(value)
  if (typeof target !== 'string' || said === null) return null
  const lines = Object.entries(rest).map(
    ([name, each]) => `${name}: ${typeof each === 'string' ? each : JSON.stringify(each)}`,
  )
  return [said, ...lines].join('\n')
}

interface ConflictCardProps {
  readonly conflict: Conflict
  readonly side: 'mine' | 'theirs'
  onChoose(side: 'mine' | 'theirs'): void
}

function ConflictCard({ conflict, side, onChoose }: ConflictCardProps) {
  const text = useText()
  const place = `${conflict.key} ${conflict.path || text.object}`
  const [, target] = FIELD.exec(conflict.path) ?? []
  return (
    <article className="in-conflict" aria-label={place}>
      <strong>{conflict.key}</strong> {target !== undefined && `· ${text.field(target)} `}
      <code className="sl-muted">{conflict.path || text.object}</code>
      <dl className="in-sides">
        {(['base', 'mine', 'theirs'] as const).map(name => (
          <div key={name} className={name === side ? 'in-taken' : ''}>
            <dt>{text[name]}</dt>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keyboard */}
            <dd tabIndex={0}>
              {sayValue(conflict[name]) ?? text.nothingThere[conflict.base === null ? 'base' : name]}
            </dd>
          </div>
        ))}
      </dl>
      <Radio.Group
        aria-label={text.choiceOf(place)}
        value={side}
        options={[
          { value: 'mine', label: text.keepMine },
          { value: 'theirs', label: text.takeTheirs },
        ]}
        onChange={event => onChoose(event.target.value as 'mine' | 'theirs')}
      />
    </article>
  )
}
