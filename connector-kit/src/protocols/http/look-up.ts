import { type Data, Failure, isData, toJson, toText, type Value } from '@sluice/contract'
import type { FoundRow, TargetRecord } from '../../connector.ts'
import { readAnswer } from './answer.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpLookUp, HttpWritePlan } from './http-plan.ts'
import { findEnd, isList, partsOf, pickPlace } from './json-path.ts'
import { fillPath } from './template.ts'

/** Asks for each record by its own request, one after the other: questions are few and must not burden the far system. */
export async function lookUpRecords(
  client: HttpClient,
  resource: string,
  plan: HttpWritePlan & { readonly lookUp: HttpLookUp },
  records: readonly TargetRecord[],
  signal: AbortSignal,
): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const record of records) {
    try {
      found.push(judge(record, await ask(client, resource, plan, record, signal), plan.lookUp))
    } catch (error) {
      if (!(error instanceof Failure) || signal.aborted || error.code.startsWith('egress.')) throw error
      found.push({ kind: 'unclear', reason: error.message })
    }
  }
  return found
}

/** null: the far system knows no such record. */
async function ask(
  client: HttpClient,
  resource: string,
  { lookUp, test, headers = {} }: HttpWritePlan & { readonly lookUp: HttpLookUp },
  { data }: TargetRecord,
  signal: AbortSignal,
): Promise<Value | null> {
  const url = client.resolveUrl(fillPath(lookUp.path, data))
  return client.retry(async () => {
    const answer = await client.send({ method: 'GET', url, headers, body: null }, signal)
    if (answer.status === 404 || answer.status === 410) return null
    return readAnswer(answer, test, { where: `GET ${url.href}`, resource, secrets: client.secrets })
  }, signal)
}

function judge({ data, change }: TargetRecord, body: Value | null, lookUp: HttpLookUp): FoundRow {
  const { recordPath = '' } = lookUp
  const picked = body === null ? null : pickPlace(body, recordPath)
  const { end, at } = findEnd(body, partsOf(recordPath))
  // A path that leads nowhere beside records says nothing about them: taken for "not there" it would write them again.
  if (picked === undefined && isList(at) && at.length > 0)
    return {
      kind: 'unclear',
      reason: `There is no ${recordPath} in the answer: ${end || 'the answer'} is a list of ${at.length}.`,
    }
  const row = Array.isArray(picked) ? picked[0] : picked
  const isThere = row !== undefined && row !== null && toText(row) !== ''
  if (change === 'delete') return isThere ? { kind: 'different', fields: [] } : { kind: 'equal' }
  if (!isThere) return { kind: 'missing' }
  if (!isData(row)) return { kind: 'unclear', reason: 'The far system answered with something that is no record.' }
  // Only what it tells about can be compared: far systems add fields and leave others out.
  const told = Object.keys(data).filter(name => row[name] !== undefined)
  if (told.length === 0)
    return { kind: 'unclear', reason: 'The far system has the record, but tells none of the fields that were sent.' }
  const fields = told.filter(name => !isSame(data[name] ?? null, row[name] ?? null))
  if (fields.length > 0) return describeDifference(row, fields.slice(0, 20))
  const targetKey = lookUp.keyPath && body !== null ? toText(pickPlace(body, lookUp.keyPath)) : ''
  return targetKey === '' ? { kind: 'equal' } : { kind: 'equal', targetKey }
}

const describeDifference = (row: Data, fields: readonly string[]): FoundRow => ({
  kind: 'different',
  fields,
  held: Object.fromEntries(fields.map(name => [name, cutHeld(row[name] ?? null)])),
})

/** Enough to see the difference by. */
const cutHeld = (value: Value): string | null =>
  value === null ? null : (typeof value === 'object' ? toJson(value) : toText(value)).slice(0, 200)

/** `5` and `"5"` are the same here: far systems keep their own types. Of lists and objects the told parts count. */
function isSame(sent: Value, held: Value): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(held) && sent.length === held.length && sent.every((item, at) => isSame(item, held[at] ?? null))
    )
  if (isData(sent)) {
    const row = held
    return (
      isData(row) &&
      Object.keys(sent).every(name => row[name] === undefined || isSame(sent[name] ?? null, row[name] ?? null))
    )
  }
  return toText(sent) === toText(held) || toJson(sent) === toJson(held)
}
