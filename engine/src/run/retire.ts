import {
  type Data,
  type FailureDetail,
  isData,
  RETIRE_CODE,
  type Retirement,
  retirementOf,
  type SourceConfig,
  VANISHED_CODE,
  type Value,
  type Vanished,
} from '@sluice/contract'
import type { MapOutcome } from '../map/index.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import type { Session } from './session.ts'

/** What becomes of a record that is gone; null: it is there. Of a document a person's word counts before the strategy's. */
export function retirementAt({ config: { source, target } }: Session, record: StagedRecord): Retirement | null {
  if (record.change === undefined) return null
  // A set that is exchanged as a whole simply lacks it.
  if (target.mode === 'replace') return 'keep'
  return record.order ?? retirementOf(source) ?? (source.deletes?.policy === 'delete' ? 'delete' : 'keep')
}

/** Whether it goes out as a document with other values, instead of as a delete. */
export const isRewritten = (retirement: Retirement | null): boolean => retirement === 'zero' || retirement === 'mark'

export const vanished: FailureDetail = {
  code: VANISHED_CODE,
  message: 'No row gives this document any more, and it is still at the target.',
  retry: 'never',
  advice: 'Decide what becomes of it: deleted, written with zeros, marked, or kept.',
}

/** The mapped document with what says that it has no rows any more. */
export function retire(outcome: MapOutcome, retirement: Retirement, source: SourceConfig): MapOutcome {
  if (outcome.kind !== 'mapped') return outcome
  let data: Data = outcome.data
  for (const { path, value } of listChanges(retirement, source)) {
    const next = setAt(data, path, value, retirement === 'mark')
    if (!isData(next)) return refuse(path, `The document has no field "${path}" that could be written to retire it.`)
    data = next
  }
  return data === outcome.data
    ? refuse('source.vanished', 'The strategy does not say which fields are written to retire a document.')
    : { ...outcome, data }
}

function listChanges(retirement: Retirement, { vanished = {} }: { readonly vanished?: Partial<Vanished> | undefined }) {
  const { zero = [], mark } = vanished
  if (retirement === 'zero') return zero.map(path => ({ path, value: 0 }))
  return mark ? [{ path: mark.field, value: mark.value }] : []
}

const refuse = (field: string, message: string): MapOutcome => ({
  kind: 'refused',
  problems: [{ field, code: RETIRE_CODE, message }],
})

/** With another value at a path, in each element of a list on the way; undefined: there is no such place. */
function setAt(from: Value | undefined, path: string, value: Value, mayAdd: boolean): Value | undefined {
  if (Array.isArray(from)) {
    const list = from.map(each => setAt(each, path, value, mayAdd))
    return list.every(each => each !== undefined) ? list : undefined
  }
  if (!isData(from)) return undefined
  const dot = path.indexOf('.')
  if (Object.hasOwn(from, path) || (mayAdd && dot < 0)) return { ...from, [path]: value }
  if (dot < 0) return undefined
  const name = path.slice(0, dot)
  const child = Object.hasOwn(from, name) ? setAt(from[name], path.slice(dot + 1), value, mayAdd) : undefined
  return child === undefined ? undefined : { ...from, [name]: child }
}
