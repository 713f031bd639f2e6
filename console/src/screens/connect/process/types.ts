export type { HeldRun, LiveProcess, ProcessPool, WaitingRun } from '@sluice/api/modules/connect/process/contract.ts'
