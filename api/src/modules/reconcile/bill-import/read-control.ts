import { type Control, exponentOf, readAmount } from '@sluice/bills'
import { refuse } from '../../../http/refuse.ts'
import type { ControlFigures } from './job-store.ts'

/** The figures of a person as money of the account. @throws Failure */
export function readControl(control: ControlFigures, currency: string): Control {
  const read = (field: 'in' | 'out'): bigint => {
    const amount = readAmount(control[field], exponentOf(currency))
    if (!amount) throw refuse('invalid.amount', { field: `control.${field}`, value: control[field] })
    return amount.minor
  }
  return { rows: control.rows, inMinor: read('in'), outMinor: read('out') }
}
