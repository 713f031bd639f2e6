import { type Data, isData, type NothingForm, type Value, type ValuePath } from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { type AnswerPlace, answerFailure, judgeAnswer, listMessages, readAnswer, refuseRepeated } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import { classifyAnswer } from './classify-answer.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { describePlace, findEnd, isList, listLists, partsOf, pickPlace } from './json-path.ts'
import { findComplaint } from './refusal-mark.ts'

/** What a page holds. */
export interface OpenedPage {
  readonly list: readonly Value[]
  /** null where the answer said "no rows" in a form that is accepted: it tells nothing about a total or a next page. */
  readonly body: Value
  readonly isNothing: boolean
  /** Records with a name that stands twice in one object, by their place: its path inside of the record. */
  readonly repeated: ReadonlyMap<number, string>
}

type ListPlan = Pick<HttpReadPlan, 'listPath' | 'test' | 'nothing' | 'loneRecord' | 'keyedRecords'>

/** What records that come under their ids are given those as. */
const KEY = '_key'

/** The list of a page. @throws Failure where the answer is broken or refused */
export function openPage(answer: EgressResponse, plan: ListPlan, place: AnswerPlace): OpenedPage {
  const form = findNothing(answer, plan)
  if (form !== null && plan.nothing?.includes(form))
    return { list: [], body: null, isNothing: true, repeated: new Map() }
  const paths: ValuePath[] = []
  const body = readAnswer(answer, plan.test, place, paths)
  const list = readList(body, plan, place)
  return { list, body, isNothing: false, repeated: placeRepeated(paths, body, plan, place) }
}

/** Each record answers for itself; a name twice around them makes the whole answer doubtful. */
function placeRepeated(
  paths: readonly ValuePath[],
  body: Value,
  { listPath, keyedRecords }: ListPlan,
  place: AnswerPlace,
): Map<number, string> {
  const depth = partsOf(listPath).length
  const found = keyedRecords && paths.length > 0 ? pickPlace(body, listPath) : undefined
  const keys = isData(found) ? Object.keys(found) : []
  const repeated = new Map<number, string>()
  for (const path of paths) {
    const inside = path.slice(depth + 1)
    // An id that stands twice is no fault of one record: one of two would be lost.
    const at = typeof path[depth] === 'string' && inside.length > 0 ? keys.indexOf(path[depth]) : path[depth]
    const isInside = path.slice(0, depth).join('.') === partsOf(listPath).join('.')
    if (!isInside || typeof at !== 'number' || at < 0) throw refuseRepeated(path, place)
    repeated.set(at, inside.join('.'))
  }
  return repeated
}

/** The form in which an answer says "no rows", accepted or not; null where it says anything else, or complains. */
export function findNothing(answer: EgressResponse, plan: ListPlan): NothingForm | null {
  // What an adapter knows comes first.
  if (classifyAnswer(answer, plan.test) !== null) return null
  const { status } = answer
  const text = readText(answer)
  // A page for people is no answer, whatever its status says.
  if (text === null || /^\s*</.test(text)) return null
  if (status === 404) return 'status404'
  if (status === 204) return 'status204'
  // 202: it is not ready yet. Redirections and errors are no answers.
  if (status < 200 || status > 299 || status === 202) return null
  if (text.trim() === '') return 'emptyBody'
  const body = tryJsonOf(answer)
  return body === undefined || complains(body, plan) ? null : formOf(body, plan.listPath)
}

/** An answer with its mark of success is judged by it; one without must not say what is wrong. */
function complains(body: Value, { test }: ListPlan): boolean {
  const hasMark = test.successPath ? pickPlace(body, test.successPath) !== undefined : true
  return hasMark ? judgeAnswer(body, test) !== 'success' : listMessages(body, test).length > 0
}

function formOf(body: Value, listPath: string): NothingForm | null {
  const found = pickPlace(body, listPath)
  const at = found === undefined ? findEnd(body, partsOf(listPath)).at : found
  if (at === null) return 'null'
  if (at === '') return 'emptyText'
  if (!isData(at)) return null
  if (Object.keys(at).length === 0) return 'emptyObject'
  // Records in another place: the path is wrong.
  return found === undefined && !listLists(body).some(({ rows }) => rows.some(isData)) ? 'missingList' : null
}

function readList(body: Value, { listPath, loneRecord, keyedRecords }: ListPlan, place: AnswerPlace): readonly Value[] {
  const found = pickPlace(body, listPath)
  if (isList(found)) return found
  if (keyedRecords && areKeyed(found)) return Object.entries(found!).map(([key, record]) => ({ [KEY]: key, ...record })) // areKeyed refuses undefined
  if (loneRecord && isRecord(found)) return [found!] // isRecord refuses undefined
  // What the far system itself says comes before what is missing.
  const said = findComplaint(body)
  if (said !== null && !listLists(body).some(({ rows }) => rows.some(isData)))
    throw answerFailure(place, `the far system refused: ${said}`, {
      code: 'http.refused',
      advice: 'Check the parameters of the endpoint, or the success test.',
    })
  throw answerFailure(place, `${describePlace(body, listPath)}; ${nameLists(body)}`, {
    code: 'http.noList',
    field: 'list_path',
    value: listPath,
    advice: 'Correct the path of the list; leave it empty when the answer itself is the list.',
  })
}

/** An object that holds nothing but records, each under its id; none is an empty list. */
export function areKeyed(found: Value | undefined): found is Readonly<Record<string, Data>> {
  return isData(found) && Object.values(found).every(isData)
}

/** An object whose names count up is a list that was written as one, and not a record. */
export function isRecord(found: Value | undefined): boolean {
  if (!isData(found)) return false
  const names = Object.keys(found)
  return names.length > 0 && !names.every(name => /^\d+$/.test(name))
}

function nameLists(body: Value): string {
  const lists = listLists(body).map(({ path, rows }) => `${path === '' ? '(the answer)' : path} (${rows.length})`)
  return lists.length === 0 ? 'there is no list in the answer' : `lists in the answer: ${lists.join(', ')}`
}

function readText(answer: EgressResponse): string | null {
  try {
    return answer.text()
  } catch {
    return null
  }
}
