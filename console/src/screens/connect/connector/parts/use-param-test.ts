import type { ParamValues } from '@sluice/contract'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { readFormValues } from '../../../../ui/param-values.ts'
import { isSameParams, summarizeTest } from '../model.ts'
import type { Platform } from '../types.ts'
import { useTest } from './use-test.ts'

export type ParamTest = ReturnType<typeof useParamTest>

/** Tests parameters as entered, before they are saved. `id` lends the stored secrets of a saved connector. */
export function useParamTest(platform: Platform, id?: string) {
  const { state, start, cancel } = useTest()
  const summary = summarizeTest(state.kind === 'done' ? state.steps : [])
  const [tested, setTested] = useState<ParamValues | null>(null)
  return {
    state,
    cancel,
    start: (values: ParamValues | undefined) => {
      const params = readFormValues(platform.connector_params, values ?? {})
      setTested(params)
      const body = { platform_id: platform.id, params, ...(id !== undefined && { id }) }
      return start(signal => api.connector.testParams({ body, signal }))
    },
    /** Whether the result is of these parameters. */
    isOf: (params: ParamValues) => isSameParams(tested, params),
    isPassed: summary.isPassed,
    /** There is nothing to mend: somebody grants access once the connector is saved. */
    needsGrant: summary.needsGrant,
  }
}
