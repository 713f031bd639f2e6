import { Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import { errorList } from '../pages.ts'
import { useLinkText } from '../use-link-text.ts'

/** To the group of one record's error, or to all groups of a strategy. */
export function ErrorsLink({ strategyId, groupId }: { readonly strategyId: string; readonly groupId?: string | null }) {
  const text = useLinkText()
  if (groupId) return <Link to={errorList.href({ search: { open: groupId, status: 'all' } })}>{text.group}</Link>
  return <Link to={errorList.href({ search: { strategy: strategyId } })}>{text.byCause}</Link>
}

export interface CorrectionsProps {
  readonly corrections: readonly {
    readonly changes: readonly { readonly field: string; readonly value: string | null }[]
    readonly is_current: boolean
    readonly by: string | null
    readonly at: string
  }[]
}

/** What people changed of a record before it was written; the evidence itself stays. */
export function Corrections({ corrections }: CorrectionsProps) {
  const text = useLinkText()
  const format = useFormat()
  if (corrections.length === 0) return null
  return (
    <Section title={text.corrections}>
      <ul className="st-problems">
        {corrections.map(({ changes, is_current, by, at }) => (
          <li key={`${at} ${changes.map(change => change.field).join()}`}>
            <Tag color={is_current ? 'success' : 'default'}>{is_current ? text.current : text.past}</Tag>
            {changes.map(({ field, value }) => (
              <span key={field}>
                <strong>{field}</strong> → {value === null ? text.removed : <code>{value}</code>}{' '}
              </span>
            ))}
            <span className="sl-muted">
              {by ?? '–'} · {format.time(at)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
