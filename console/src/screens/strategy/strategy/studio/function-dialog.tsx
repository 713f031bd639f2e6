import { expressionFunctions } from '@sluice/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useFunctionText } from '../texts/use-function-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { toInsert } from './expression-input.tsx'

export interface FunctionDialogProps {
  onInsert(code: string): void
  onClose(): void
}

/** Every function with what it does, and an example whose result the engine has proved. */
export function FunctionDialog({ onInsert, onClose }: FunctionDialogProps) {
  const text = useStudioText()
  const words = text.functions
  const functions = useFunctionText()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = expressionFunctions.filter(({ name, usage, aliases }) =>
    `${name} ${usage} ${aliases.join(' ')} ${functions[name]}`.toLowerCase().includes(wanted),
  )
  return (
    <Dialog open width={820} title={words.title} footer={null} onCancel={onClose}>
      <p>{words.text}</p>
      <Input.Search
        allowClear
        aria-label={words.search}
        placeholder={words.search}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {shown.length === 0 && <p className="sl-muted">{words.none}</p>}
      <ul className="st-functions">
        {shown.map(({ name, usage, example, result, aliases }) => (
          <li key={name}>
            <div>
              <code className="st-function-usage">{usage}</code>
              {aliases.length > 0 && <code className="sl-muted"> = {aliases.join(' = ')}</code>}
              <p>{functions[name]}</p>
              <code className="sl-muted">
                {example} → {result}
              </code>
            </div>
            <Button size="small" aria-label={`${words.insert} ${name}`} onClick={() => onInsert(toInsert(name, usage))}>
              {words.insert}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
