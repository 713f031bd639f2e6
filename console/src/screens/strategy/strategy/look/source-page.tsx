import type { ParamValues } from '@sluice/contract'
import { useState } from 'react'
import { SourceForm, type SourceFormProps } from '../form/source-form.tsx'
import { SourceLook } from './source-look.tsx'

/** The settings of a source beside what it gives by them. */
export function SourcePage(props: SourceFormProps) {
  const { draft, onChange } = props
  const [outside, setOutside] = useState(0)
  const takeOptions = (options: ParamValues) => {
    onChange({ ...draft, options: { ...draft.options, ...options } })
    setOutside(outside + 1)
  }
  return (
    <div className="st-source">
      <SourceForm {...props} outside={outside} />
      <SourceLook draft={draft} onChange={patch => onChange({ ...draft, ...patch })} onOptions={takeOptions} />
    </div>
  )
}
