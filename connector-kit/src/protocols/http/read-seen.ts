import {
  type AnswerReading,
  type ApiAsset,
  type AssetProposal,
  type Data,
  Failure,
  isData,
  parseJson,
  toFailure,
  type Value,
} from '@sluice/contract'
import type { AdapterInForce } from '../../asset-store.ts'
import type { SeenAnswer, WriteOutcome } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { applyAdapter } from './apply-adapter.ts'
import { toEndpoint } from './asset-endpoint.ts'
import type { HttpReadPlan, HttpWritePlan } from './http-plan.ts'
import { nameAll, tellsSize } from './http-source.ts'
import { guaranteeOf } from './http-target.ts'
import { pickPath } from './json-path.ts'
import { judgeWrite, MARK_DEPTH, tellSilence, WholeRefusal } from './judge-write.ts'
import { lacksNext, nameSign } from './next-sign.ts'
import { openPage } from './page-list.ts'
import { advance, lacksSign, type PageFacts, startOf } from './pagination.ts'
import { proposeReading } from './propose-reading.ts'
import { proposeResults } from './propose-results.ts'
import { findRefusalMark, findSuccessMark } from './refusal-mark.ts'
import { Secrets } from './secrets.ts'

/**
 * How an asset would read an answer, to these records where it writes; what it proposes is found in the answer.
 * @param adapter in force; its script, if it has one, is not run
 */
export function readSeenAnswer(
  asset: ApiAsset,
  records: readonly Data[],
  seen: SeenAnswer,
  adapter: AdapterInForce | null = null,
): AnswerReading {
  const answer = toResponse(seen)
  const nothing = { count: null, lacking: { records: 0, ids: 0 }, hasNext: null, rows: [], problem: null }
  let proposals: readonly AssetProposal[] = []
  try {
    const plain = toEndpoint('reading', asset, {})
    const { read, write } = adapter ? applyAdapter(plain, adapter) : plain
    proposals = proposeSettings(asset, read, answer, records.length)
    if (read) {
      const judged = judgeAlone(asset, factsOf(asset, read, answer, new Secrets()))
      return { ...nothing, ...judged, proposals: [...proposals] }
    }
    const outcomes = judgeAll(asset.name, write!, records, answer) // one of both
    const untold = outcomes.find(each => each.kind === 'unknown')
    const silence = tellSilence(write!, answer, `${asset.method} ${asset.api}`)
    const problem = untold?.kind === 'unknown' ? tellProblem(untold.failure) : silence && tellProblem(silence)
    return { ...nothing, rows: outcomes.map(toRow), problem, proposals: [...proposals] }
  } catch (error) {
    const failure = error instanceof WholeRefusal ? error.failure : toFailure(error)
    return { ...nothing, problem: tellProblem(failure), proposals: [...proposals] }
  }
}

/** What a page says of itself. @throws Failure where it is broken */
export function judgePage(
  asset: ApiAsset,
  facts: PageFacts,
): Pick<AnswerReading, 'lacking'> & { readonly count: number; readonly hasNext: boolean } {
  const { records } = facts
  return { count: records.length, lacking: countLacking(asset, records), hasNext: advance(facts) !== null }
}

/** The first page, as a run would see it. @throws Failure where it is broken */
export function factsOf(
  asset: ApiAsset,
  plan: HttpReadPlan,
  answer: EgressResponse,
  secrets: Secrets,
  pageSize = plan.maxPageSize,
): PageFacts & { readonly list: readonly Value[] } {
  const place = { where: `${asset.method} ${asset.api}`, resource: asset.name, secrets }
  const opened = openPage(answer, plan, place)
  const { pagination } = plan
  return {
    ...opened,
    pagination,
    position: startOf(pagination),
    pageSize: pageSize ?? opened.list.length + 1,
    records: nameAll(opened.list, plan),
    answer,
    place,
    tellsSize: tellsSize(plan),
    met: new Set<string>(),
  }
}

/** Nothing more can be asked here, so a last page without its sign cannot be told from a wrong path. */
function judgeAlone(asset: ApiAsset, facts: PageFacts): ReturnType<typeof judgePage> {
  if (facts.tellsSize && facts.records.length > 1 && lacksSign(facts))
    throw new Failure({ ...lacksNext(facts.place, nameSign(facts.pagination)).toDetail(), advice: LAST })
  return judgePage(asset, facts)
}

const LAST =
  'On the last page that may be right: a run asks for a page of one record less and tells a last page from a wrong path. Try the request itself to see it.'

/** What a run would reject. The detail of a record may bring the id that its list lacks. */
function countLacking({ id, detail }: ApiAsset, entries: readonly Value[]): AnswerReading['lacking'] {
  const records = entries.filter(isData)
  const lacksId = (record: Data): boolean =>
    id.some(field => {
      const value = record[field] ?? pickPath(record, field)
      return value === undefined || value === null || value === ''
    })
  const ids = detail.api === '' ? records.filter(lacksId).length : 0
  return { records: entries.length - records.length, ids }
}

function judgeAll(
  resource: string,
  plan: HttpWritePlan,
  records: readonly Data[],
  answer: EgressResponse,
): readonly WriteOutcome[] {
  const client = { secrets: new Secrets() }
  const chunk = records.map((data, at) => ({ data, idempotencyKey: String(at) }))
  const verdict = judgeWrite({ client, resource, plan, guarantee: guaranteeOf(plan) }, chunk, answer)
  return 'rows' in verdict ? verdict.rows : chunk.map(() => verdict.shared)
}

/** Settings that an answer suggests. @param read absent where the asset writes; `count` records then */
export const proposeSettings = (
  asset: ApiAsset,
  read: HttpReadPlan | undefined,
  answer: EgressResponse,
  count: number,
): AssetProposal[] => {
  if (read) return proposeReading(asset, read, answer)
  const body = readBody(answer.text())
  return [...proposeWrite(asset, body, count), ...(answer.status < 300 ? proposeSuccess(asset, body) : [])]
}

/** Without a mark of success everything but an open refusal counts as written. */
function proposeSuccess({ type, success }: ApiAsset, body: Value | undefined): AssetProposal[] {
  if (type !== 'EXECUTE' || success.path !== '' || findRefusalMark(body, MARK_DEPTH) !== null) return []
  const found = findSuccessMark(body, MARK_DEPTH)
  if (!found) return []
  const { path, value } = found
  return [{ code: 'success', seen: `${path} = ${value}`, patch: { success: { ...success, path, values: [value] } } }]
}

/** Row results where an answer shows two lists and none are set. */
function proposeWrite(asset: ApiAsset, body: Value | undefined, count: number): AssetProposal[] {
  const found = asset.type === 'EXECUTE' && asset.write.results.path === '' ? proposeResults(body, count) : null
  if (!found) return []
  const { messagePath, ...paths } = found
  const { results } = asset.write
  const success = { ...results.success, path: '', messagePath }
  return [
    {
      code: 'rowLists',
      seen: `${found.path}, ${found.errorPath}`,
      patch: { write: { results: { ...results, ...paths, success } } },
    },
  ]
}

export const toRow = (outcome: WriteOutcome): AnswerReading['rows'][number] => ({
  outcome: outcome.kind,
  targetKey: outcome.kind === 'written' ? (outcome.targetKey ?? null) : null,
  field: outcome.kind === 'failed' ? (outcome.failure.field ?? null) : null,
  message: outcome.kind === 'failed' ? outcome.failure.message : outcome.kind === 'skipped' ? outcome.reason : null,
})

export const tellProblem = ({
  code,
  message,
  advice,
}: Pick<Failure, 'code' | 'message'> & { readonly advice?: string }) => ({
  code,
  message,
  ...(advice === undefined ? {} : { advice }),
})

/** The body as JSON; undefined where it is none. */
function readBody(text: string): Value | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

export function toResponse({ status, headers, body }: SeenAnswer): EgressResponse {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { status, headers: lower, bytes: Buffer.from(body), url: 'http://answer.invalid/', text: () => body }
}
