import type { ErrorClass, ErrorKind, Value } from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { tryJsonOf } from './answer-json.ts'
import type { AnswerTest } from './http-plan.ts'
import { pickTexts } from './json-path.ts'

/** Only the beginning of an answer is searched for texts. */
const SEARCHED_CHARACTERS = 65_536

/** What an adapter says this answer means; null where none of its classes fits. */
export function classifyAnswer(answer: EgressResponse, test: AnswerTest): ErrorKind | null {
  if (answer.meaning) return answer.meaning
  const { errors = [] } = test
  if (errors.length === 0) return null
  const text = readText(answer)
  const body = tryJsonOf(answer)
  const said = pickTexts(body, test.messagePath)
  const message = (said.length > 0 ? said.join('\n') : text.slice(0, SEARCHED_CHARACTERS)).toLowerCase()
  return errors.find(each => fits(each, answer.status, body, message))?.kind ?? null
}

function fits(each: ErrorClass, status: number, body: Value | undefined, message: string): boolean {
  if (each.statuses.length > 0 && !each.statuses.includes(status)) return false
  if (each.values.length > 0 && !pickTexts(body, each.path).some(text => each.values.includes(text))) return false
  if (isPathAlone(each) && !hasAnything(body, each)) return false
  return each.messages.length === 0 || each.messages.some(part => message.includes(part.toLowerCase()))
}

const isPathAlone = ({ statuses, values, messages }: ErrorClass): boolean =>
  statuses.length + values.length + messages.length === 0

const hasAnything = (body: Value | undefined, { path }: ErrorClass): boolean =>
  pickTexts(body, path).some(text => !['false', '0'].includes(text))

/** What stands where an adapter wants nothing to stand: `invalid_users: jim|joe`. */
export const listUnwanted = (body: Value | undefined, { errors = [] }: AnswerTest): string[] =>
  errors
    .filter(each => isPathAlone(each) && hasAnything(body, each))
    .map(({ path }) => `${path}: ${pickTexts(body, path).join(', ')}`)

function readText(answer: EgressResponse): string {
  try {
    return answer.text()
  } catch {
    return ''
  }
}
