import { Form, Input } from 'antd'
import { useState } from 'react'
import { useWords } from '../../../../lib/i18n.ts'
import type { ReadConnection } from '../connection-found.ts'
import { HTTP, readConnection } from '../read-connection.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'

export interface PasteConnectionProps {
  readonly platform: Platform
  /** Fields were filled, which antd does not tell as a change. */
  onFilled?(): void
}

/** A connection string is taken apart into the fields below, and is gone: it may hold a password. */
export function PasteConnection({ platform, onFilled }: PasteConnectionProps) {
  const words = useText().paste
  const text = platform.id === HTTP ? { ...words, ...words.http } : words
  const say = useWords()
  const form = Form.useFormInstance()
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState<ReadConnection | null>(null)
  const labelOf = (field: string) => {
    const param = platform.connector_params.find(each => each.field === field)
    return param ? say(param.label) : field
  }
  const read = (value: string) => {
    setTyped(value)
    if (value.trim() === '') return setResult(null)
    const found = readConnection(platform.id, platform.connector_params, value)
    setResult(found)
    if (found.kind !== 'read') return
    setTyped('')
    // One by one: what the string does not say stays as it was.
    for (const [field, taken] of Object.entries(found.values)) form.setFieldValue(['params', field], taken)
    onFilled?.()
  }
  const tell = (): string => {
    if (!result) return text.hint
    if (result.kind === 'other') return text.other(result.system, platform.name)
    if (result.kind !== 'read') return text[result.kind]
    return text.taken(Object.keys(result.values).map(labelOf).join(text.comma))
  }
  const left = result?.kind === 'read' && result.left.length > 0 ? text.left(result.left.join(text.comma)) : null
  const isRefused = result !== null && result.kind !== 'read'
  return (
    <Form.Item
      label={text.label}
      htmlFor="paste-connection"
      validateStatus={isRefused ? 'error' : left ? 'warning' : ''}
      help={isRefused ? tell() : left}
      extra={isRefused ? null : <span role="status">{tell()}</span>}
    >
      {/* Read when it is whole: pasted, or typed and left. */}
      <Input
        id="paste-connection"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        placeholder={text.placeholder}
        onChange={event => setTyped(event.target.value)}
        onPaste={event => {
          event.preventDefault()
          read(event.clipboardData.getData('text'))
        }}
        onBlur={() => typed !== '' && read(typed)}
        onPressEnter={event => {
          event.preventDefault()
          read(typed)
        }}
      />
    </Form.Item>
  )
}
