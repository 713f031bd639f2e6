import type { ParamValues } from '@sluice/contract'
import { Form } from 'antd'
import { ParamFields } from '../../../../ui/param-fields.tsx'
import { isShown } from '../../../../ui/param-values.ts'
import { takesConnection } from '../read-connection.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { CallbackAddress } from './callback-address.tsx'
import { FilePicker } from './file-picker.tsx'
import { PasteConnection } from './paste-connection.tsx'

const slots = { file: () => <FilePicker /> }

export interface ConnectorParamsProps {
  readonly platform: Platform
  readonly stored?: ParamValues
  /** Fields were filled from a connection string. */
  onFilled?(): void
}

/** The platform's parameters, inside the connector's form under `params`. */
export function ConnectorParams({ platform, stored, onFilled }: ConnectorParamsProps) {
  const text = useText().create
  const values: ParamValues = Form.useWatch(['params']) ?? {}
  const params = platform.connector_params
  if (params.length === 0) return <p className="sl-muted">{text.noParams}</p>
  const isGranted = params.some(param => param.field === 'authorization_url' && isShown(param, values))
  return (
    <>
      {takesConnection(platform.id) && <PasteConnection platform={platform} {...(onFilled && { onFilled })} />}
      <div className="cn-params">
        <ParamFields params={params} at={['params']} slots={slots} {...(stored && { stored })} />
      </div>
      {isGranted && <CallbackAddress />}
    </>
  )
}
