import {
  type ApiAsset,
  type AssetProposal,
  Failure,
  isData,
  type NothingForm,
  type SourceProposal,
} from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { type AnswerPlace, judgeAnswer } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import { classifyAnswer } from './classify-answer.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { isList, listLists, pickPlace } from './json-path.ts'
import { areKeyed, findNothing, isRecord, type OpenedPage, openPage } from './page-list.ts'
import { findComplaint } from './refusal-mark.ts'

/** Lists that are offered where the path of the list leads to none. */
const MAX_OFFERED = 3

/** Settings by which an answer that is no list could be read, as far as the answer shows them; a refusal shows none. */
export function proposeReading(
  { nothing }: Pick<ApiAsset, 'nothing'>,
  plan: HttpReadPlan,
  answer: EgressResponse,
): AssetProposal[] {
  const form = findNothing(answer, plan)
  if (form !== null)
    return nothing.includes(form) ? [] : [{ code: 'nothing', seen: form, patch: { nothing: [...nothing, form] } }]
  if (answer.status >= 400 || classifyAnswer(answer, plan.test) !== null) return []
  const body = tryJsonOf(answer)
  if (body === undefined || judgeAnswer(body, plan.test) !== 'success') return []
  const found = pickPlace(body, plan.listPath)
  if (isList(found)) return []
  const others = listLists(body).filter(({ rows }) => rows.some(isData))
  if (others.length > 0)
    return others.slice(0, MAX_OFFERED).map(({ path }) => ({ code: 'listPath', seen: path, patch: { listPath: path } }))
  if (findComplaint(body) !== null) return []
  return [
    // One alone is more likely a record further down than an id.
    ...(areKeyed(found) && Object.keys(found).length > 1 && !plan.keyedRecords
      ? [{ code: 'keyedRecords' as const, seen: plan.listPath, patch: { keyedRecords: true } }]
      : []),
    ...(isRecord(found) && !plan.loneRecord
      ? [{ code: 'loneRecord' as const, seen: plan.listPath, patch: { loneRecord: true } }]
      : []),
  ]
}

const noted = new WeakMap<object, readonly AssetProposal[]>()

/** What the answer showed that a read failed at; for people who set it up. */
export const proposalsOf = (error: unknown): readonly AssetProposal[] =>
  typeof error === 'object' && error !== null ? (noted.get(error) ?? []) : []

/** The same as options of an endpoint that is written by hand. */
export const toSourceProposals = (proposals: readonly AssetProposal[]): SourceProposal[] =>
  proposals.map(({ code, seen, patch: { nothing, loneRecord, keyedRecords, listPath } }) => ({
    code,
    seen,
    options: {
      ...(nothing ? { nothing } : {}),
      ...(loneRecord === undefined ? {} : { lone_record: loneRecord }),
      ...(keyedRecords === undefined ? {} : { keyed_records: keyedRecords }),
      ...(listPath === undefined ? {} : { list_path: listPath }),
    },
  }))

/** As `openPage`, and its failure knows the settings that would read the answer. */
export function openOrPropose(answer: EgressResponse, plan: HttpReadPlan, place: AnswerPlace): OpenedPage {
  try {
    return openPage(answer, plan, place)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const proposals = proposeReading({ nothing: [...(plan.nothing ?? [])] }, plan, answer)
    const form = proposals.find(({ patch }) => patch.nothing)?.patch.nothing?.at(-1)
    const told = form === undefined ? error : adviseForm(error, form)
    noted.set(told, proposals)
    throw told
  }
}

/** As the setting calls them. */
const formNames: Readonly<Record<NothingForm, string>> = {
  status204: 'Status 204',
  emptyBody: 'Empty body',
  null: 'The value null',
  emptyText: 'Empty text ""',
  emptyObject: 'Empty object {}',
  missingList: 'No list in the answer',
  status404: 'Status 404',
}

/** Whoever sees a later page end so has no check-list that proposes it. */
function adviseForm(error: Failure, form: NothingForm): Failure {
  const way = `If the far system says so that there are no rows, choose "${formNames[form]}" under its forms of "no rows".`
  const advice = error.advice === undefined ? way : `${way} ${error.advice}`
  return new Failure({ ...error.toDetail(), advice, ...(error.cause !== undefined && { cause: error.cause }) })
}
