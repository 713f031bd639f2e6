import { isData, toJson, toText, type Value } from '@sluice/contract'
import { ROWS_UNTOLD, type TargetRecord, type WriteOutcome } from '../../connector.ts'
import { judgeAnswer } from './answer.ts'
import type { RefusalPatterns, RowResults } from './http-plan.ts'
import { isList, pickPlace, pickTexts } from './json-path.ts'
import { classifyRefusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'

export interface RowAnswer {
  readonly results: RowResults
  readonly patterns: RefusalPatterns
  readonly body: Value | undefined
  readonly chunk: readonly TargetRecord[]
  readonly resource: string
  readonly secrets: Secrets
}

/** What an answer says of one record. */
interface Told {
  readonly done: Value[]
  readonly refused: Value[]
}

interface RowLists {
  readonly done: readonly Value[]
  readonly refused: readonly Value[]
  readonly isTwo: boolean
}

/** Thrown where results contradict what was sent: then none of them is believed. */
class Untold extends Error {}

/**
 * Each record's own outcome; null where the answer holds no result at all. A record of which nothing is told is unknown,
 * and so are all of them where the results contradict the request: half of a wrong reading is wrong.
 */
export function readRows(answer: RowAnswer): readonly WriteOutcome[] | null {
  const lists = findLists(answer)
  if (lists === null) return null
  try {
    const rows = assign(answer, lists)
    const silent = rows.filter(row => row.done.length + row.refused.length === 0).length
    const why = `${silent} of ${rows.length} records are in no result.`
    // One list is to name every row; of two, each says just what it says.
    if (silent > 0 && !lists.isTwo) throw new Untold(why)
    return rows.map(row => judgeRow(answer, row, lists.isTwo) ?? untold(answer, why))
  } catch (error) {
    if (!(error instanceof Untold)) throw error
    return answer.chunk.map(() => untold(answer, error.message))
  }
}

function findLists({ results, body }: RowAnswer): RowLists | null {
  const isTwo = Boolean(results.errorPath)
  const done = asList(pickPlace(body, results.path))
  const refused = isTwo ? asList(pickPlace(body, results.errorPath ?? '')) : []
  return done.length + refused.length === 0 ? null : { done, refused, isTwo }
}

/** Some far systems write a list of one as the element alone, and an empty one as nothing. */
const asList = (value: Value | undefined): readonly Value[] =>
  isList(value) ? value : isData(value) && Object.keys(value).length > 0 ? [value] : []

/** The results of each record. @throws Untold */
function assign(answer: RowAnswer, lists: RowLists): readonly Told[] {
  const { chunk, results } = answer
  const rows: Told[] = chunk.map(() => ({ done: [], refused: [] }))
  const find = finderOf(answer, lists)
  lists.done.forEach((result, at) => void rows[find(result, at)]?.done.push(result))
  lists.refused.forEach((result, at) => void rows[find(result, at)]?.refused.push(result))
  // One row may be complained of several times, but it is done once, and not done and refused.
  const twice = rows.findIndex(({ done, refused }) => done.length > 1 || (done.length > 0 && refused.length > 0))
  if (twice >= 0) throw new Untold(tellTwice(results, chunk[twice], twice))
  return rows
}

/** Whose a result is: the place of its record in the request. */
type Finder = (result: Value, at: number) => number

function finderOf(answer: RowAnswer, { done, isTwo }: RowLists): Finder {
  const { chunk, results } = answer
  const by = results.by ?? (results.resultKey && results.recordKey ? 'key' : 'order')
  if (by === 'index') return result => findByIndex(result, results, chunk.length)
  if (by === 'key') return createKeyFinder(answer)
  if (isTwo) throw new Untold('Two lists do not tell by their order which record a result is about.')
  if (done.length !== chunk.length)
    throw new Untold(`${chunk.length} records were sent, and ${done.length} results came back.`)
  return (_, at) => at
}

function findByIndex(result: Value, { indexPath = '', indexBase = 0 }: RowResults, count: number): number {
  const text = toText(pickPlace(result, indexPath))
  if (!/^\d{1,9}$/.test(text)) throw new Untold(`A result says no place of its record at ${indexPath}.`)
  const place = Number(text) - indexBase
  if (place >= 0 && place < count) return place
  throw new Untold(`A result is about place ${text}, but places ${indexBase} to ${indexBase + count - 1} were sent.`)
}

function createKeyFinder({ chunk, results }: RowAnswer): Finder {
  const { resultKey = '', recordKey = '' } = results
  const places = new Map<string, number>()
  chunk.forEach(({ data }, at) => {
    const key = toText(pickPlace(data, recordKey))
    if (key === '') throw new Untold(`A record has no key at ${recordKey}.`)
    if (places.has(key)) throw new Untold(`Two records of the request have the key ${key}.`)
    places.set(key, at)
  })
  return result => {
    const key = toText(pickPlace(result, resultKey))
    const place = places.get(key)
    if (place !== undefined) return place
    throw new Untold(
      key === '' ? `A result has no key at ${resultKey}.` : `A result is about ${key}, which was not sent.`,
    )
  }
}

function tellTwice({ recordKey, indexBase = 0 }: RowResults, record: TargetRecord | undefined, at: number): string {
  const key = recordKey ? toText(pickPlace(record?.data, recordKey)) : ''
  return key === '' ? `Two results are about place ${at + indexBase}.` : `Two results are about the record ${key}.`
}

/** @param why one sentence */
export function untold({ resource, secrets }: Pick<RowAnswer, 'resource' | 'secrets'>, why: string): WriteOutcome {
  return {
    kind: 'unknown',
    failure: {
      code: ROWS_UNTOLD,
      message: secrets.hide(`${resource}: the answer does not tell the records apart: ${why}`),
      retry: 'never',
      advice:
        'Nothing more is sent. Correct the settings of the row results, look at the target which of these records are there, then start again.',
    },
  }
}

const WORDS = /^(?:err(?:or)?_?)?(?:message|msg|reason|description|text|info)$|^error$/i

/** Where no path of the message is set, or it leads nowhere: what stands under a usual name, else the result itself. */
function tellRefused(row: Value, secrets: Secrets): string {
  const all = (isList(row) ? row : [row]).filter(isData)
  const said = all.map(each => {
    const words = Object.entries(each).find(
      ([name, value]) => WORDS.test(name) && typeof value === 'string' && value !== '',
    )
    return words ? toText(words[1]) : toJson(each)
  })
  const told = secrets.hideStart([...new Set(said)].join('; '), 300)
  return told === '' || told === '{}'
    ? 'The far system refused the record without a reason.'
    : `The far system refused the record: ${told}`
}

/** null: nothing is told of it. */
function judgeRow(answer: RowAnswer, { done, refused }: Told, isTwo: boolean): WriteOutcome | null {
  const { results, patterns, secrets } = answer
  // Several complaints about one row are one refusal; a single one is shown as it came.
  const row = done[0] ?? (refused.length > 1 ? refused : refused[0])
  if (row === undefined) return null
  const response = secrets.hideStart(toJson(row), 16_384)
  const isDone = done.length > 0 && (isTwo || judgeAnswer(row, results.test) === 'success')
  if (isDone) {
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
    fallback: tellRefused(row, secrets),
    response,
  })
}
