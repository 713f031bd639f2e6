import { Alert } from 'antd'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

export interface OneTimePasswordProps {
  readonly username: string
  readonly password: string
  onClose(): void
}

/** Shown this once. */
export function OneTimePassword({ username, password, onClose }: OneTimePasswordProps) {
  const text = useText().secret
  return (
    <Dialog
      open
      width={460}
      title={text.title}
      okText={text.close}
      cancelButtonProps={{ style: { display: 'none' } }}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      onOk={onClose}
    >
      <Alert type="warning" showIcon title={text.text} className="sl-form-notice" />
      <dl className="sl-facts">
        <div>
          <dt>{text.username}</dt>
          <dd>
            <CopyText value={username} isShown />
          </dd>
        </div>
        <div>
          <dt>{text.password}</dt>
          <dd>
            <CopyText value={password} isShown />
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
