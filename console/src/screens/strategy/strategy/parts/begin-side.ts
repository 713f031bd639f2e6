import type { Param } from '@sluice/contract'
import { readFormValues, toFormValues } from '../../../../ui/param-values.ts'

interface SideParams {
  readonly source_params: readonly Param[]
  readonly target_params: readonly Param[]
}

/** A source or target of which the connector alone is known. */
export function beginSide(part: 'source' | 'target', connectorId: string | null, platform: SideParams | undefined) {
  const params = (part === 'source' ? platform?.source_params : platform?.target_params) ?? []
  return { connector_id: connectorId, resource: null, key: [], options: readFormValues(params, toFormValues(params)) }
}
