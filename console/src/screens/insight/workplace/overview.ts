import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/workplace/contract.ts')['workplace']

/** The workbench's figures as the server answers them. */
export type Overview = ContentOut<Routes['overview']>
export type Hour = Overview['hourly'][number]
/** Whether all is well, what needs somebody, and what comes next. */
export type Board = ContentOut<Routes['board']>
export type Need = Board['needs'][number]
export type Verdict = NonNullable<Board['verdict']>
export type Strip = ContentOut<Routes['strategies']>[number]
