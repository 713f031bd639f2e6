import { useMemo } from 'react'
import { listSecrets } from '../model.ts'
import type { Platform } from '../types.ts'

/** Fields of a connector's form that no draft keeps. */
export const useSecrets = (platform: Platform): readonly string[] =>
  useMemo(() => listSecrets(platform.connector_params).map(param => `params.${param.field}`), [platform])
