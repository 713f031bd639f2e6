import { ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { describeError } from '../lib/describe-error.ts'
import { useLanguage } from '../lib/i18n.ts'
import { useUiText } from './use-text.ts'

export interface ErrorBlockProps {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly isSmall?: boolean
}

/** What went wrong, in one sentence, with the code to quote and a way to try again. */
export function ErrorBlock({ error, onRetry, isSmall }: ErrorBlockProps) {
  const text = useUiText()
  const { title, message, code } = describeError(error, useLanguage())
  return (
    <div role="alert" className={isSmall ? 'sl-empty sl-empty-small' : 'sl-empty'}>
      <WarningOutlined className="sl-error-icon" />
      <p className="sl-empty-title">{title}</p>
      <div className="sl-empty-text">{message}</div>
      <div className="sl-error-code">{text.errorCode(code)}</div>
      {onRetry && (
        <div className="sl-empty-action">
          <Button icon={<ReloadOutlined />} onClick={onRetry}>
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
