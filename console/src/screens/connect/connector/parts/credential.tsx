import { Alert } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Connector } from '../types.ts'
import { useListText } from '../use-list-text.ts'

/** In a list: only what somebody has to do something about. */
export function CredentialTag({ credential }: Pick<Connector, 'credential'>) {
  const say = useCredential(credential)
  if (!say) return null
  return <span className={`sl-tag ${say.isOver ? 'sl-tag-bad' : 'sl-tag-warn'}`}>{say.text}</span>
}

/** On the connector's page. */
export function CredentialAlert({ credential }: Pick<Connector, 'credential'>) {
  const say = useCredential(credential)
  const text = useListText().credential
  if (!say) return null
  return (
    <Alert
      className="cn-alert"
      showIcon
      type={say.isOver ? 'error' : 'warning'}
      title={say.text}
      description={text.renew}
    />
  )
}

function useCredential(
  credential: Connector['credential'],
): { readonly text: string; readonly isOver: boolean } | null {
  const text = useListText().credential
  const format = useFormat()
  if (!credential || credential.state === 'good') return null
  const isOver = credential.state === 'ended'
  if (credential.ends_at === null) return { text: text.refused, isOver }
  // A date that was written down is the same in every zone.
  const day = credential.kind === 'date' ? credential.ends_at.slice(0, 10) : format.time(credential.ends_at)
  return { text: (isOver ? text.ended : text.soon)(text.kinds[credential.kind], day), isOver }
}
