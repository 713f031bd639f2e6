import { Alert } from 'antd'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Credentials } from '../types.ts'
import { useText } from '../use-text.ts'

export interface SecretShownProps {
  readonly credentials: Credentials
  onClose(): void
}

/** The one time that a secret is to be seen. */
export function SecretShown({ credentials, onClose }: SecretShownProps) {
  const text = useText().secret
  return (
    <Dialog
      open
      title={text.title}
      okText={text.done}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <div className="sl-stack">
        <Alert type="warning" showIcon title={text.once} />
        <dl className="sl-facts">
          <div>
            <dt>app_key</dt>
            <dd>
              <CopyText isShown value={credentials.app_key} label={text.copyKey} />
            </dd>
          </div>
          <div>
            <dt>app_secret</dt>
            <dd>
              <CopyText isShown value={credentials.app_secret} label={text.copySecret} />
            </dd>
          </div>
        </dl>
      </div>
    </Dialog>
  )
}
