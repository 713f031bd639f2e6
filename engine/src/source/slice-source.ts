import type { ReadRequest, SourcePage } from '@sluice/connector-kit'
import { Failure, type ReadWindow } from '@sluice/contract'

type Read = (request: ReadRequest) => AsyncIterable<SourcePage>

/**
 * Reads windows one after the other. The cursor names the slice before the source's own text, so that a run which is
 * taken up again goes on in the slice it had reached.
 */
export const readSlices =
  (read: Read, slices: readonly ReadWindow[]): Read =>
  request =>
    walk(read, slices, request)

async function* walk(
  read: Read,
  slices: readonly ReadWindow[],
  request: ReadRequest,
): AsyncGenerator<SourcePage, void, void> {
  let { slice, cursor } = parseCursor(request.cursor, slices.length)
  for (; slice < slices.length; slice += 1, cursor = null) {
    const isLast = slice === slices.length - 1
    let isWhole = false
    for await (const page of read({ ...request, cursor, window: slices[slice]! })) {
      isWhole = page.cursor === null
      if (page.cursor !== null) yield withCursor(page, formatCursor(slice, page.cursor))
      else yield withCursor(page, isLast ? null : formatCursor(slice + 1, null))
    }
    if (request.signal.aborted) return
    // A source may end without a closing page: then the next slice begins all the same, this one being read.
    if (!isWhole && !isLast) yield { records: [], cursor: formatCursor(slice + 1, null) }
  }
}

/** Without asking for the records, which a page may make only when they are needed. */
const withCursor = (page: SourcePage, cursor: string | null): SourcePage =>
  Object.defineProperties(
    { cursor },
    { ...Object.getOwnPropertyDescriptors(page), cursor: { value: cursor } },
  ) as SourcePage // all of the page's properties

const formatCursor = (slice: number, cursor: string | null): string => `${slice}:${cursor ?? ''}`

function parseCursor(text: string | null, count: number): { slice: number; cursor: string | null } {
  if (text === null) return { slice: 0, cursor: null }
  const match = /^(\d+):(.*)$/s.exec(text)
  const slice = Number(match?.[1])
  if (match && slice < count) return { slice, cursor: match[2] === '' ? null : (match[2] ?? null) }
  throw new Failure({
    code: 'source.cursor',
    message: 'The stored place of this source is not one of its own.',
    value: text,
  })
}
