import { isData, type RowResults, toText, type Value } from '@sluice/contract'
import { type FoundList, listLists, pickPlace } from './json-path.ts'

export type ResultsProposal = Pick<
  RowResults,
  'path' | 'errorPath' | 'by' | 'indexPath' | 'indexBase' | 'targetKeyPath' | 'fieldPath'
> & {
  readonly messagePath: string
}

/**
 * How an answer to several records seems to tell them apart: two lists whose places are together those of the request.
 * null where it is not that clear.
 */
export function proposeResults(body: Value | undefined, count: number): ResultsProposal | null {
  const lists = listLists(body).filter(({ path, rows }) => path !== '' && rows.length > 0 && rows.every(isData))
  for (const done of lists)
    for (const refused of lists) {
      if (done === refused || !isRefusal(refused) || isRefusal(done) || done.rows.length >= count) continue
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
  count: number,
): { readonly name: string; readonly base: number } | null {
  const [first] = lists[0]?.rows ?? []
  if (!isData(first)) return null
  for (const name of Object.keys(first)) {
    const places = lists.map(({ rows }) => new Set(rows.map(row => toText(pickPlace(row, name)))))
    const all = new Set(places.flatMap(each => [...each]))
    const isDisjoint = all.size === places.reduce((sum, each) => sum + each.size, 0)
    const base = all.has('0') ? 0 : 1
    const isWhole = Array.from({ length: count }, (_, at) => String(at + base)).every(place => all.has(place))
    if (isDisjoint && isWhole && all.size === count) return { name, base }
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
  const [first] = rows
  return isData(first) ? (Object.keys(first).find(name => pattern.test(name)) ?? '') : ''
}
