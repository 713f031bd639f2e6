import type { Param, ParamValues } from '@sluice/contract'
import { Form } from 'antd'
import { ParamFields } from '../../../../ui/param-fields.tsx'
import { isShown } from '../../../../ui/param-values.ts'
import { useText } from '../use-text.ts'
import { CallbackAddress } from './callback-address.tsx'
import { FilePicker } from './file-picker.tsx'

const slots = { file: () => <FilePicker /> }

export interface ConnectorParamsProps {
  readonly params: readonly Param[]
  readonly stored?: ParamValues
}

/** The platform's parameters, inside the connector's form under `params`. */
export function ConnectorParams({ params, stored }: ConnectorParamsProps) {
  const text = useText().create
  const values: ParamValues = Form.useWatch(['params']) ?? {}
  if (params.length === 0) return <p className="sl-muted">{text.noParams}</p>
  const isGranted = params.some(param => param.field === 'authorization_url' && isShown(param, values))
  return (
    <>
      <ParamFields params={params} at={['params']} slots={slots} {...(stored && { stored })} />
      {isGranted && <CallbackAddress />}
    </>
  )
}
