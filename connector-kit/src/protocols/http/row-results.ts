import { toJson, toText, type Value } from '@sluice/contract'
import type { TargetRecord, WriteOutcome } from '../../connector.ts'
import { judgeAnswer } from './answer.ts'
import type { RefusalPatterns, RowResults } from './http-plan.ts'
import { isList, pickPath, pickTexts } from './json-path.ts'
import { classifyRefusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'

export interface RowAnswer {
  readonly results: RowResults
  readonly patterns: RefusalPatterns
  readonly body: Value | undefined
  readonly chunk: readonly TargetRecord[]
  readonly secrets: Secrets
}

/** Each record's own result, by key or by order; null when the answer does not tell them apart. */
export function readRows(answer: RowAnswer): readonly WriteOutcome[] | null {
  const { results, body, chunk } = answer
  const list = pickPath(body, results.path)
  if (!isList(list)) return null
  const { resultKey, recordKey } = results
  if (!resultKey || !recordKey) return list.length === chunk.length ? list.map(each => judgeRow(answer, each)) : null
  const byKey = new Map<string, Value[]>()
  for (const each of list) {
    const key = toText(pickPath(each, resultKey))
    byKey.set(key, [...(byKey.get(key) ?? []), each])
  }
  const found = chunk.map(record => byKey.get(toText(pickPath(record.data, recordKey))))
  // Two results for one key, or none: giving either to a record would be a guess.
  return found.every(each => each?.length === 1) ? found.map(each => judgeRow(answer, each?.[0])) : null
}

function judgeRow({ results, patterns, secrets }: RowAnswer, row: Value | undefined): WriteOutcome {
  const response = secrets.hide(toJson(row ?? null).slice(0, 16_384))
  if (judgeAnswer(row, results.test) === 'success') {
    const targetKey = pickTexts(row, results.targetKeyPath)[0]
    return { kind: 'written', response, ...(targetKey === undefined ? {} : { targetKey }) }
  }
  return classifyRefusal({
    body: row,
    test: results.test,
    ...(results.codePath ? { codePath: results.codePath } : {}),
    ...(results.fieldPath ? { fieldPath: results.fieldPath } : {}),
    patterns,
    secrets,
    fallback: 'The far system refused the record without a reason.',
    response,
  })
}
