import type { HttpLookUp, HttpWritePlan, RefusalPatterns, RowResults } from '@sluice/connector-kit/http'
import type { ParamValues } from '@sluice/contract'
import { readTest } from './connection.ts'
import { compact, readLines, readNumber, readRecord, readText } from './read-values.ts'

const orders = ['order', 'index', 'key'] as const
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The target's form as a plan for writing to `path`. */
export function readTargetPlan(path: string, options: ParamValues): HttpWritePlan {
  const rows = readNumber(options, 'rows', 1)
  return compact<HttpWritePlan>({
    method: methods.find(each => each === options['method']) ?? 'POST',
    path,
    headers: readRecord(options, 'request_headers'),
    rows,
    isList: options['is_list'] === true || rows > 1,
    bodyKey: readText(options, 'body_key'),
    extraBody: readText(options, 'extra_body'),
    idempotencyHeader: readText(options, 'idempotency_header'),
    idempotencyField: readText(options, 'idempotency_field'),
    test: readTest(options),
    targetKeyPath: readText(options, 'target_key_path'),
    codePath: readText(options, 'code_path'),
    fieldPath: readText(options, 'field_path'),
    results: readResults(options),
    patterns: readPatterns(options),
    lookUp: readLookUp(options),
  })
}

function readResults(options: ParamValues): RowResults | undefined {
  const path = readText(options, 'result_path')
  if (path === undefined) return undefined
  return compact<RowResults>({
    path,
    errorPath: readText(options, 'result_error_path'),
    // Keys that are named without a choice count as before.
    by: orders.find(each => each !== 'order' && each === options['result_by']),
    indexPath: readText(options, 'result_index'),
    indexBase: readNumber(options, 'result_index_base', 0),
    resultKey: readText(options, 'result_key'),
    recordKey: readText(options, 'record_key'),
    test: readTest(options, 'result_'),
    targetKeyPath: readText(options, 'result_target_key_path'),
    codePath: readText(options, 'code_path'),
    fieldPath: readText(options, 'field_path'),
  })
}

function readLookUp(options: ParamValues): HttpLookUp | undefined {
  const path = readText(options, 'look_up_path')
  if (path === undefined) return undefined
  return compact<HttpLookUp>({
    path,
    recordPath: readText(options, 'look_up_record_path'),
    keyPath: readText(options, 'look_up_key_path'),
  })
}

const readPatterns = (options: ParamValues): RefusalPatterns => ({
  duplicate: readLines(options, 'duplicate_texts'),
  negativeStock: readLines(options, 'stock_texts'),
  masterData: readLines(options, 'master_texts'),
  busy: readLines(options, 'busy_texts'),
})
