import { Alert } from 'antd'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { useText } from '../use-text.ts'

export interface TokenShownProps {
  readonly token: string
  onClose(): void
}

/** The one time a token is to be seen, with a call to try it by. */
export function TokenShown({ token, onClose }: TokenShownProps) {
  const text = useText().token
  const call = `curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/user`
  return (
    <Alert
      type="success"
      showIcon
      className="ac-token"
      title={text.made}
      closable={{ onClose, 'aria-label': text.close }}
      description={
        <>
          <p>{text.madeText}</p>
          <p>
            <CopyText isShown value={token} label={text.copy} />
          </p>
          <p>{text.tryIt}</p>
          <pre>{call}</pre>
        </>
      }
    />
  )
}
