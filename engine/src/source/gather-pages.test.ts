import { RowText, RowTextBuilder, type SourcePage, TextLayout } from '@sluice/connector-kit'
import { describe, expect, it } from 'vitest'
import { gatherPages } from './gather-pages.ts'

const layout = new TextLayout([{ name: 'id', type: 'text' }])
const other = new TextLayout([{ name: 'name', type: 'text' }])

function makeRows(ids: readonly string[], of = layout): RowText {
  const builder = new RowTextBuilder(of, 0)
  for (const id of ids) {
    builder.add(Buffer.from(id), 0, Buffer.byteLength(id))
    builder.endRow(0)
  }
  return builder.finish()
}

function makePage(ids: readonly string[], { of = layout, request = 'select 1' } = {}): SourcePage {
  const rows = makeRows(ids, of)
  return {
    rows,
    request,
    cursor: ids.at(-1) ?? null,
    get records() {
      return Array.from({ length: rows.count }, (_, index) => ({ data: rows.decode(index) }))
    },
  }
}

async function* give(pages: readonly SourcePage[], failure?: Error): AsyncGenerator<SourcePage, void, void> {
  yield* pages
  if (failure) throw failure
}

const aWhile = () => new Promise(resolve => setTimeout(resolve, 5))

const ample = { rows: 100, bytes: 10_000, answers: true }

/** An answer of its own. */
const answer = (ids: readonly string[], request: string): SourcePage => ({
  records: ids.map(id => ({ data: { id } })),
  cursor: ids.at(-1) ?? null,
  raw: Buffer.from(JSON.stringify(ids)),
  request,
})

/** What comes out when each page is worked on for a while. */
async function gather(pages: AsyncIterable<SourcePage>, limits = ample): Promise<string[][]> {
  const gathered: string[][] = []
  for await (const page of gatherPages(pages, limits)) {
    const ids = page.records.map(record => String(Object.values(record.data ?? {})[0]))
    expect(page.rows?.count ?? ids.length).toBe(ids.length)
    expect(page.cursor).toBe(ids.at(-1))
    gathered.push(ids)
    await aWhile()
  }
  return gathered
}

describe('pages that are read while one is worked on', () => {
  it('are one where one answer was cut into them', async () => {
    const pages = ['a', 'b', 'c', 'd'].map(id => makePage([`${id}1`, `${id}2`]))
    expect(await gather(give(pages))).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2', 'c1', 'c2', 'd1', 'd2'],
    ])
  })

  it('are kept apart by another request, other columns, and by what is not text', async () => {
    const values = { records: [{ data: { id: 'f' } }], cursor: 'f', request: 'select 1' }
    const pages = [
      makePage(['a']),
      makePage(['b']),
      makePage(['c'], { request: 'select 2' }),
      makePage(['d'], { request: 'select 2', of: other }),
      makePage(['e']),
      values,
      makePage(['g']),
    ]
    expect(await gather(give(pages))).toEqual([['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']])
  })

  it('are one where they are answers of their own, each with its request and its bytes', async () => {
    const answers = [answer(['a'], 'GET 1'), answer(['b', 'c'], 'GET 2'), answer(['d'], 'GET 3')]
    const pages: SourcePage[] = []
    for await (const page of gatherPages(give(answers), ample)) {
      pages.push(page)
      await aWhile()
    }
    expect(pages).toEqual([
      answers[0],
      {
        records: ['b', 'c', 'd'].map(id => ({ data: { id } })),
        cursor: 'd',
        request: '1–2: GET 2\n3–3: GET 3',
        raw: Buffer.from('["b","c"]\n["d"]'),
      },
    ])
    expect(await gather(give(answers), { ...ample, answers: false })).toEqual([['a'], ['b', 'c'], ['d']])
    // What is parsed weighs more than its bytes.
    expect(await gather(give(answers), { ...ample, bytes: 4 * 14 - 1 })).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('hold no more rows and bytes than allowed, and one page whatever it holds', async () => {
    const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => makePage([`${id}1`, `${id}2`]))
    const pairs = [
      ['a1', 'a2'],
      ['b1', 'b2', 'c1', 'c2'],
      ['d1', 'd2', 'e1', 'e2'],
      ['f1', 'f2'],
    ]
    expect(await gather(give(pages), { ...ample, rows: 4 })).toEqual(pairs)
    expect(await gather(give(pages), { ...ample, bytes: 14 })).toEqual(pairs)
    expect(await gather(give(pages), { ...ample, rows: 1, bytes: 1 })).toHaveLength(6)
  })

  it('are not asked for ahead of a page that nothing may stand beside', async () => {
    let asked = 0
    async function* count(): AsyncGenerator<SourcePage, void, void> {
      for (; asked < 10; ) {
        asked += 1
        yield { records: [], cursor: `${asked}` }
      }
    }
    const pages = gatherPages(count(), ample)
    await pages.next()
    await aWhile()
    expect(asked).toBe(2)
    await pages.return()
  })

  it('are all given before the source’s own error is thrown', async () => {
    const gathered: string[] = []
    const failing = async () => {
      for await (const { cursor } of gatherPages(give([makePage(['a']), makePage(['b'])], new Error('cut')), ample)) {
        gathered.push(cursor ?? '')
        await aWhile()
      }
    }
    await expect(failing()).rejects.toThrow('cut')
    expect(gathered).toEqual(['a', 'b'])
  })

  it('tell the source when nobody wants more', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<SourcePage, void, void> {
      try {
        for (;;) yield makePage(['a'])
      } finally {
        isClosed = true
      }
    }
    for await (const _ of gatherPages(endless(), { ...ample, rows: 3 })) break
    await aWhile()
    expect(isClosed).toBe(true)
  })
})

describe('joined rows', () => {
  it('are what they were, and are stored as if they had come together', () => {
    const texts = ['1', 'Ähre', String.raw`a\tb`, String.raw`\N`, '']
    const joined = RowText.join([makeRows(texts.slice(0, 2)).part(1, 2), makeRows([]), makeRows(texts.slice(2))])
    const whole = makeRows(texts.slice(1))
    expect(joined.count).toBe(4)
    expect(joined.toStored().toString()).toBe(whole.toStored().toString())
    expect(joined.pick([0, 3]).toStored().toString()).toBe(whole.pick([0, 3]).toStored().toString())
    expect([0, 1, 2, 3].map(index => joined.field(index, 0))).toEqual(['Ähre', 'a\tb', null, ''])
    expect(RowText.fromStored(joined.toStored())?.count).toBe(4)
  })
})
