import type { Value } from '@sluice/contract'
import { type AnswerPlace, answerFailure } from './answer.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { describePlace, isList, listLists, pickPlace } from './json-path.ts'

/** The list of a page. @throws Failure `http.noList` that says what stands there, and where lists are */
export function readList(body: Value, { listPath }: HttpReadPlan, place: AnswerPlace): readonly Value[] {
  const found = pickPlace(body, listPath)
  if (isList(found)) return found
  throw answerFailure(place, `${describePlace(body, listPath)}; ${nameLists(body)}`, {
    code: 'http.noList',
    field: 'list_path',
    value: listPath,
    advice: 'Correct the path of the list; leave it empty when the answer itself is the list.',
  })
}

function nameLists(body: Value): string {
  const lists = listLists(body).map(({ path, rows }) => `${path === '' ? '(the answer)' : path} (${rows.length})`)
  return lists.length === 0 ? 'there is no list in the answer' : `lists in the answer: ${lists.join(', ')}`
}
