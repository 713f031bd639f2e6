import { LockOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { AriaAttributes } from 'react'
import { useUiText } from './use-text.ts'

/** How the server shows a stored secret; sent back unchanged, it keeps the stored value. */
export const SECRET_MASK = '******'

export interface SecretInputProps extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  /** Given by the form, as what it says of the field. */
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  /** A stored secret exists, so that a change can be taken back. */
  readonly isStored: boolean
  readonly placeholder?: string | undefined
}

/** A stored secret is shown as set, never as text; it is replaced as a whole or kept. */
export function SecretInput({ id, value, onChange, isStored, placeholder, ...aria }: SecretInputProps) {
  const text = useUiText().params
  if (isStored && value === SECRET_MASK)
    return (
      <div className="sl-secret">
        <span>
          <LockOutlined /> {text.secretSet}
        </span>
        <Button id={id ?? ''} size="small" onClick={() => onChange?.('')}>
          {text.secretChange}
        </Button>
      </div>
    )
  return (
    <div className="sl-secret-edit">
      <Input.Password
        {...aria}
        id={id ?? ''}
        value={value ?? ''}
        placeholder={placeholder ?? ''}
        autoComplete="new-password"
        onChange={event => onChange?.(event.target.value)}
      />
      {isStored && (
        <Button type="link" onClick={() => onChange?.(SECRET_MASK)}>
          {text.secretKeep}
        </Button>
      )}
    </div>
  )
}
