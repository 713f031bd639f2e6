import { isData, type RowResults, toText, type Value } from '@sluice/contract'
import { type FoundList, listLists, pickPlace } from './json-path.ts'
import { nameVerdict } from './refusal-mark.ts'

export type ResultsProposal = Pick<
  RowResults,
  'path' | 'errorPath' | 'by' | 'indexPath' | 'indexBase' | 'targetKeyPath' | 'fieldPath'
> & {
  readonly messagePath: string
}

/**
 * How an answer to several records seems to tell them apart: two lists whose places are together those of the request.
 * null where it is not that clear.
 * @param count of the records that were sent; null where only the answer is known
 */
export function proposeResults(body: Value | undefined, count: number | null): ResultsProposal | null {
  const lists = listLists(body).filter(({ path, rows }) => path !== '' && rows.length > 0 && rows.every(isData))
  for (const done of lists)
    for (const refused of lists) {
      if (done === refused || !isRefusal(refused) || isRefusal(done)) continue
      if (count !== null && done.rows.length >= count) continue
      const index = findIndex([done, refused], count)
      if (index) return describe(done, refused, index)
    }
  return null
}

const isRefusal = ({ path }: FoundList): boolean =>
  /err|fail|reject|refus|失败|错误/i.test(path.split('.').at(-1) ?? '')

/** A field whose values in both lists are just the places of the request. */
function findIndex(
  lists: readonly FoundList[],
  count: number | null,
): { readonly name: string; readonly base: number } | null {
  const [first] = lists[0]?.rows ?? []
  if (!isData(first)) return null
  for (const name of Object.keys(first)) {
    const places = lists.map(({ rows }) => new Set(rows.map(row => toText(pickPlace(row, name)))))
    const all = new Set(places.flatMap(each => [...each]))
    const isDisjoint = all.size === places.reduce((sum, each) => sum + each.size, 0)
    const base = all.has('0') ? 0 : 1
    const most = count ?? all.size
    const isWhole = Array.from({ length: most }, (_, at) => String(at + base)).every(place => all.has(place))
    if (isDisjoint && isWhole && all.size === most) return { name, base }
  }
  return null
}

/** The list in which every element says how it went, and what it says it by; null: there is none. */
export function proposeOneList(
  body: Value | undefined,
): { readonly path: string; readonly verdict: string; readonly good: string; readonly messagePath: string } | null {
  for (const list of listLists(body)) {
    if (list.path === '' || list.rows.length === 0 || !list.rows.every(isData)) continue
    const verdict = nameVerdict(list.rows)
    if (verdict) return { path: list.path, ...verdict, messagePath: findName(list, /message|msg|reason|error$/i) }
  }
  return null
}

function describe(done: FoundList, refused: FoundList, index: { name: string; base: number }): ResultsProposal {
  return {
    path: done.path,
    errorPath: refused.path,
    by: 'index',
    indexPath: index.name,
    indexBase: index.base,
    targetKeyPath: findName(done, /^number$/i) || findName(done, /^(code|id)$/i),
    fieldPath: findName(refused, /field/i),
    messagePath: findName(refused, /message|msg|reason|error/i),
  }
}

function findName({ rows }: FoundList, pattern: RegExp): string {
  return rows.flatMap(row => (isData(row) ? Object.keys(row) : [])).find(name => pattern.test(name)) ?? ''
}
