import type { Param, ParamValues } from '@sluice/contract'
import { ParamFields } from '../../../ui/param-fields.tsx'
import { useText } from '../use-text.ts'
import { FilePicker } from './file-picker.tsx'

const slots = { file: () => <FilePicker /> }

export interface ConnectorParamsProps {
  readonly params: readonly Param[]
  readonly stored?: ParamValues
}

/** The platform's parameters, inside the connector's form under `params`. */
export function ConnectorParams({ params, stored }: ConnectorParamsProps) {
  const text = useText().create
  if (params.length === 0) return <p className="sl-muted">{text.noParams}</p>
  return <ParamFields params={params} at={['params']} slots={slots} {...(stored && { stored })} />
}
