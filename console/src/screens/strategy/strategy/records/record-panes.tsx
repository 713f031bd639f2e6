import { Alert } from 'antd'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView, Words } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useRecordText } from '../texts/use-record-text.ts'
import { useText } from '../texts/use-text.ts'
import type { DataDetail } from '../types.ts'

/** What came, what was made of it and what the target said, beside each other; what is at fault is marked in each. */
export function RecordPanes({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  const more = useRecordText()
  const { faults } = record
  return (
    <div className="rv-panes">
      <Section title={text.original}>
        {record.original === null ? (
          <Empty isSmall title={more.noOriginal} />
        ) : (
          <JsonView label={text.original} text={record.original} faults={faults.flatMap(fault => fault.sources)} />
        )}
      </Section>
      <Section title={text.mapped}>
        <Problems record={record} />
        {record.mapped === null ? (
          <Empty isSmall title={text.noMapped} />
        ) : (
          <JsonView label={text.mapped} text={record.mapped} faults={faults.map(fault => fault.target)} />
        )}
      </Section>
      <Section title={text.response}>
        <Answer record={record} />
      </Section>
    </div>
  )
}

function Problems({ record }: { readonly record: DataDetail }) {
  if (record.mapping_problems.length === 0) return null
  return (
    <Alert
      className="st-gap"
      type="error"
      title={
        <ul className="st-problems">
          {record.mapping_problems.map(problem => (
            <li key={`${problem.field} ${problem.code}`}>
              <mark className="rv-field">{problem.field}</mark> {problem.message}
            </li>
          ))}
        </ul>
      }
    />
  )
}

function Answer({ record }: { readonly record: DataDetail }) {
  const text = useText().record
  const more = useRecordText()
  const { response, attempt_list, mapped } = record
  const last = attempt_list.at(-1)
  const words = [...new Set(record.faults.map(({ target }) => target.slice(target.lastIndexOf('.') + 1)))]
  if (response !== null && response !== '') return <JsonView label={text.response} text={response} faultWords={words} />
  // A database answers by its refusal alone.
  if (last?.failure && mapped !== null)
    return (
      <p className="rv-said">
        <Words text={last.failure.message} words={words} />
      </p>
    )
  const said = mapped === null ? more.notSent : last === undefined ? text.noAttempt : text.noResponse
  return <Empty isSmall title={said} />
}
