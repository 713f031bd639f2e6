import type { ParamValues } from '@sluice/contract'
import { useState } from 'react'
import { TargetForm, type TargetFormProps } from '../form/target-form.tsx'
import { useResource } from '../parts/use-choices.ts'
import type { SourceDraft } from '../types.ts'
import { TargetAnswer } from './target-answer.tsx'
import { TargetRows } from './target-rows.tsx'

interface TargetPageProps extends Omit<TargetFormProps, 'outside'> {
  readonly source: SourceDraft
}

/** The settings of a target beside what is there already, or what is sent there and answered. */
export function TargetPage({ source, ...props }: TargetPageProps) {
  const { draft, onChange } = props
  const { data } = useResource(draft)
  const [outside, setOutside] = useState(0)
  const takeOptions = (options: ParamValues) => {
    onChange({ ...draft, options: { ...draft.options, ...options } })
    setOutside(outside + 1)
  }
  // A change of the options asks anew what the resource is, and what stands beside is not to go meanwhile.
  const place = `${draft.connector_id} ${draft.resource}`
  const [known, setKnown] = useState({ place, kind: data?.content.kind })
  const told = data?.content.kind ?? (known.place === place ? known.kind : undefined)
  if (known.place !== place || known.kind !== told) setKnown({ place, kind: told })
  return (
    <div className="st-source">
      <TargetForm {...props} outside={outside} />
      {told === 'endpoint' && <TargetAnswer key={place} draft={draft} source={source} onOptions={takeOptions} />}
      {told === 'table' && <TargetRows draft={draft} />}
    </div>
  )
}
