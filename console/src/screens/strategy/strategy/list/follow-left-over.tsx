import { Alert } from 'antd'
import { useReaders } from '../parts/use-readers.ts'
import { useFollowText } from '../texts/use-follow-text.ts'
import '../strategy.css'

/** Places that far systems still keep for strategies that are gone. */
export function FollowLeftOver() {
  const text = useFollowText()
  const readers = useReaders().data?.content ?? []
  // Those that go by themselves within a moment are not worth a word.
  const stuck = readers.filter(
    reader => reader.left_over && (reader.failure !== null || reader.connector_name === null),
  )
  if (stuck.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      className="st-gap"
      title={text.leftOver}
      description={
        <>
          {text.leftOverText}
          <ul>
            {stuck.map(({ id, connector_name, resource, failure }) => (
              <li key={id}>
                {connector_name ?? text.noConnector} · {resource} · <code>sluice_{id.replaceAll('-', '')}</code>
                {failure && ` · ${failure.message}`}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
