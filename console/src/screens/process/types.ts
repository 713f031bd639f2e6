export type { HeldRun, LiveProcess, ProcessPool, WaitingRun } from '@sluice/api/modules/process/contract.ts'
