import type { FieldSpec, MappingField } from '@sluice/contract'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useStudioText } from '../texts/use-studio-text.ts'
import { fieldsOfSample, fieldsOfSource } from './sample-fields.ts'

interface NoFieldListProps {
  readonly source: readonly FieldSpec[]
  onFields(fields: readonly MappingField[]): void
}

/** A target that does not say which fields it takes: they come from the source, or from a request that somebody has. */
export function NoFieldList({ source, onFields }: NoFieldListProps) {
  const text = useStudioText().noList
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  const read = (typed: string) => {
    const fields = typed.trim() === '' ? null : fieldsOfSample(typed)
    setWrong(typed.trim() !== '' && fields === null)
    if (fields) onFields(fields)
  }
  return (
    <div className="st-tree-none">
      <p>{text.why}</p>
      {source.length > 0 && (
        <Button onClick={() => onFields(fieldsOfSource(source))}>{text.fromSource(source.length)}</Button>
      )}
      <p>
        <label htmlFor={id}>{text.sample}</label>
      </p>
      <Input.TextArea
        id={id}
        className="sl-code"
        spellCheck={false}
        autoSize={{ minRows: 3, maxRows: 8 }}
        placeholder={'{ "FBillNo": "…", "FEntity": [{ "FQty": 1 }] }'}
        {...(isWrong && { status: 'error' as const })}
        onChange={event => read(event.target.value)}
      />
      {isWrong && <p role="alert">{text.noSample}</p>}
    </div>
  )
}
