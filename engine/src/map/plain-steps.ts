import type { Scope } from './scope.ts'

/** What a plain expression throws where it cannot be sure: a constant, as an error with a stack costs more than a record. */
export class Unplain {}
const unplain = new Unplain()

/** The record goes through cel-js instead, which answers or says what is wrong. */
export function leavePlain(): never {
  throw unplain
}

/** Counts work of one record, before it is done where its size is known. */
export function spendSteps(scope: Scope, steps: number): void {
  const { record } = scope
  record.stepsLeft -= steps
  if (record.stepsLeft < 0) leavePlain()
}
