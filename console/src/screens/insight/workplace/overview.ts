import type { ContentOut } from '@sluice/contract'

/** The workbench's figures as the server answers them. */
export type Overview = ContentOut<
  typeof import('@sluice/api/modules/insight/workplace/contract.ts')['workplace']['overview']
>
export type Hour = Overview['hourly'][number]
