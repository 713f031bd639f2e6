import { DownOutlined } from '@ant-design/icons'
import type { SelectProps } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { PartBoundary, PartFailed } from './lazy-part.tsx'

type Shown = Pick<
  SelectProps,
  'value' | 'options' | 'placeholder' | 'className' | 'disabled' | 'autoFocus' | 'defaultOpen' | 'aria-label'
>

/**
 * A select that is drawn as what it looks like until somebody comes near it: a list shows five of them, and nobody waits
 * for their 24 kB to read its rows. From then on all are what they are.
 */
export function lateField<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const fetchField = async () => {
    loaded = (await load()).default
    return loaded
  }

  function LateField(props: P) {
    const { value, options, placeholder, className, disabled, 'aria-label': label }: Shown = props
    const [Field, setField] = useState<{ readonly of: ComponentType<P> | undefined }>({ of: loaded })
    const [failure, setFailure] = useState<unknown>(null)
    const [isFocused, setFocused] = useState(false)
    const [isPressed, setPressed] = useState(false)
    const chosen = options?.find(option => option.value === value)
    // What is chosen is shown by its name, which only the field itself may know.
    const isKnown = isEmpty(value) || chosen !== undefined
    const approach = () => void fetchField().then(of => setField({ of }), setFailure)
    useEffect(() => {
      if (!isKnown && !Field.of) void fetchField().then(of => setField({ of }), setFailure)
    }, [isKnown, Field])
    if (failure !== null) throw failure
    if (Field.of) return <Field.of {...props} autoFocus={isFocused} defaultOpen={isPressed} />
    const press = () => {
      if (disabled) return
      setPressed(true)
      approach()
    }
    return (
      <span
        className={`sl-late ${className ?? ''}`}
        data-empty={chosen === undefined}
        onPointerEnter={approach}
        onPointerDown={press}
      >
        <span className="sl-late-text">{chosen?.label ?? placeholder}</span>
        <input
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-label={label}
          readOnly
          disabled={disabled}
          value={typeof chosen?.label === 'string' ? chosen.label : ''}
          onFocus={() => {
            setFocused(true)
            approach()
          }}
          onBlur={() => setFocused(false)}
          onKeyDown={event => /^(Enter| |Arrow(Down|Up))$/.test(event.key) && press()}
        />
        <DownOutlined className="sl-late-arrow" />
      </span>
    )
  }

  return props => (
    <PartBoundary fallback={<PartFailed />}>
      <LateField {...props} />
    </PartBoundary>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
