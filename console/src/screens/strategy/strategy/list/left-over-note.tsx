import { Alert } from 'antd'
import type { useReaders } from '../parts/use-readers.ts'
import { useFollowText } from '../texts/use-follow-text.ts'
import '../strategy.css'

type Reader = NonNullable<ReturnType<typeof useReaders>['data']>['content'][number]

/** Says which places are still kept, and why. */
export function LeftOverNote({ stuck }: { readonly stuck: readonly Reader[] }) {
  const text = useFollowText()
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
