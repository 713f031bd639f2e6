import type { Parsed, Translate } from '@sluice/contract'
import { toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import type { DataRow, strategyData } from './contract.ts'
import type { RecordCursor, RecordFilter, RecordRow } from './store.ts'

type SearchBody = Parsed<(typeof strategyData)['search']>['body']

/** What search and export have in common. */
export function readFilter(
  strategyId: string,
  body: Omit<SearchBody, 'cursor' | 'pageSize' | 'write_back'>,
): Omit<RecordFilter, 'after' | 'limit'> {
  const keys = body.keys?.map(key => key.trim()).filter(key => key !== '')
  return {
    strategyId,
    statuses: body.status && body.status.length > 0 ? [...new Set(body.status)] : null,
    keys: keys && keys.length > 0 ? keys : null,
    pattern: body.keyword ? toPattern(body.keyword) : null,
    runId: body.run_id ?? null,
    errorCode: body.error_code ?? null,
    from: body.from ?? null,
    to: body.to ?? null,
  }
}

/** The id of the last row shown; in the list by time its time stands before it. */
export function readCursor(cursor: string | undefined, byTime: boolean): RecordCursor | null {
  if (cursor === undefined) return null
  const found = /^(?:(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z)~)?(\d{1,18})$/.exec(cursor)
  if (!found || byTime !== (found[1] !== undefined)) throw refuse('invalid.cursor', { field: 'cursor' })
  return { id: found[2]!, at: found[1] ?? null } // the pattern has an id
}

export const toCursor = (row: Pick<RecordRow, 'id' | 'updated_at'>, byTime: boolean): RecordCursor => ({
  id: row.id,
  at: byTime ? row.updated_at : null,
})

export const writeCursor = ({ id, at }: RecordCursor): string => (at === null ? id : `${at}~${id}`)

export const describeRow = (row: RecordRow, tell: Translate): DataRow => ({
  id: row.id,
  key: row.key,
  number: row.number,
  status: row.status,
  attempts: row.attempts,
  version: row.version,
  error_code: row.error_code,
  error_message: row.error_message && tell(row.error_message),
  target_key: row.target_key,
  retry_at: row.retry_at,
  run_id: row.run_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
