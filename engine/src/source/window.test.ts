import { describe, expect, it } from 'vitest'
import { readSlices } from './slice-source.ts'
import { compareWatermarks, isBound, planRemedy, planWindow, shiftBack, sliceByDay } from './window.ts'

const facts = {
  watermark: null,
  highWater: undefined,
  nowMs: Date.parse('2026-01-15T12:00:00Z'),
  full: false,
}
const increment = { field: 'at', lookBackSeconds: 600, endLagSeconds: 60 }

describe('a window', () => {
  it('begins at the start while nothing was read, and ends before now by the lag where the source cannot say', () => {
    expect(planWindow(increment, facts)).toEqual({ field: 'at', from: null, to: '2026-01-15T11:59:00.000Z' })
  })

  it('ends at what the source showed, in its own text, and looks back from the watermark', () => {
    const known = { ...facts, watermark: '2026-01-15 10:00:00.123456+08', highWater: '2026-01-15 11:00:00.5+08' }
    expect(planWindow(increment, known)).toEqual({
      field: 'at',
      from: '2026-01-15 09:50:00.123456+08',
      to: '2026-01-15 11:00:00.5+08',
      next: '2026-01-15 10:59:00.5+08',
    })
  })
})

describe('a source that holds rows of the future', () => {
  const plain = { field: 'at', lookBackSeconds: 0, endLagSeconds: 0 }
  it.each([
    ['2199-01-01 00:00:00+08', '2026-01-15 20:00:00+08', true],
    ['9999-12-31', '2026-01-15', true],
    ['9999-12-31 23:59:59', '2026-01-15 00:00:00', true],
    ['infinity', '2026-01-15 00:00:00', true],
    ['294276-12-31 00:00:00', '2026-01-15 00:00:00', true],
    // Within a day other clocks and zones are meant: said to nobody, and still not followed.
    ['2026-01-16T02:00:00Z', '2026-01-15T12:00:00Z', false],
    ['2026-01-16 02:30:00', '2026-01-15 00:00:00', false],
  ])('up to %s reads them, and its cursor goes to %s', (highWater, next, isTold) => {
    const window = planWindow(plain, { ...facts, watermark: '2026-01-01', highWater })
    expect(window).toEqual({
      field: 'at',
      from: '2026-01-01',
      to: highWater,
      next,
      ...(isTold && { ahead: { rows: highWater } }),
    })
  })

  it.each(['2026-01-16 01:59:59', '2026-01-15T11:59:59Z', '9007199254740993', '4711000000', 'SO-2199', 'x 9999-12-31'])(
    'is none where the newest is %s',
    highWater => expect(planWindow(plain, { ...facts, highWater })).toEqual({ field: 'at', from: null, to: highWater }),
  )

  it('reads from now on where the cursor was put there before, and says so', () => {
    const known = { ...facts, watermark: '2199-01-01 00:00:00', highWater: '2026-01-15 19:00:00' }
    expect(planWindow(plain, known)).toEqual({
      field: 'at',
      from: '2026-01-15 00:00:00',
      to: '2026-01-15 19:00:00',
      ahead: { cursor: '2199-01-01 00:00:00' },
    })
    expect(planWindow(plain, { ...known, full: true }).ahead).toBeUndefined()
  })
})

describe('a remedy', () => {
  const remedy = { fromDaysAgo: 2, toDaysAgo: 1 }
  const nowMs = Date.parse('2026-03-09T02:30:00Z')
  it.each([
    [null, '2026-03-07T02:30:00.000Z', '2026-03-08T02:30:00.000Z'],
    ['2026-01-15 10:00:00.123456+08', '2026-03-07 10:30:00+08', '2026-03-08 10:30:00+08'],
    ['2026-01-15T10:00:00-03:30', '2026-03-06T23:00:00-03:30', '2026-03-07T23:00:00-03:30'],
    // Without an offset, the zone of the remedy's own schedule counts.
    ['2026-01-15 10:00:00', '2026-03-07 10:30:00', '2026-03-08 10:30:00'],
    ['2026-01-15', '2026-03-07', '2026-03-08'],
    ['1768471200', '1772850600', '1772937000'],
    ['1768471200000', '1772850600000', '1772937000000'],
  ])('takes its days from now in the form of %s', (like, from, to) => {
    expect(planRemedy('at', remedy, { nowMs, like, timeZone: 'Asia/Shanghai' })).toEqual({
      kind: 'remedy',
      field: 'at',
      from,
      to,
    })
  })

  it('is refused where the field is no time', () => {
    expect(() => planRemedy('id', remedy, { nowMs, like: '4711', timeZone: 'UTC' })).toThrow('no times')
  })
})

describe('a long range', () => {
  const slice = (from: string | null, to: string | null) =>
    sliceByDay({ field: 'at', from, to }).map(({ from, to }) => `${from} .. ${to}`)
  it('is read day by day, and nothing lies between two slices', () => {
    expect(slice('2026-02-27 12:00:00', '2026-03-02 06:00:00')).toEqual([
      '2026-02-27 12:00:00 .. 2026-02-28 12:00:00',
      '2026-02-28 12:00:00 .. 2026-03-01 12:00:00',
      '2026-03-01 12:00:00 .. 2026-03-02 06:00:00',
    ])
  })
  it.each([
    ['5', '9'],
    ['2026-01-01', null],
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01T00:00:00Z', '2026-05-01T00:00:00+08:00'],
  ])('from %s to %s stays one piece', (from, to) => {
    expect(slice(from, to)).toEqual([`${from} .. ${to}`])
  })

  it('goes on in the slice it had reached', async () => {
    const slices = ['a', 'b', 'c'].map(from => ({ field: 'at', from, to: from }))
    const read = readSlices(async function* ({ cursor, window }) {
      const at = Number(cursor ?? 0)
      for (let page = at; page < 2; page += 1)
        yield { records: [{ data: { at: window?.from ?? null, page } }], cursor: page === 1 ? null : String(page + 1) }
    }, slices)
    const request = { window: null, pageSize: 1, signal: new AbortController().signal }
    const walk = async (cursor: string | null) => {
      const pages = []
      for await (const page of read({ ...request, cursor }))
        pages.push(`${page.records.map(record => `${record.data?.['at']}${record.data?.['page']}`)} ${page.cursor}`)
      return pages
    }
    const all = ['a0 0:1', 'a1 1:', 'b0 1:1', 'b1 2:', 'c0 2:1', 'c1 null']
    expect(await walk(null)).toEqual(all)
    for (const [index, line] of all.slice(0, -1).entries())
      expect(await walk(line.split(' ')[1]!)).toEqual(all.slice(index + 1)) // a cursor per line
    await expect(walk('7:')).rejects.toMatchObject({ code: 'source.cursor' })
  })
})

describe('looking back', () => {
  it.each([
    ['2026-01-01T00:05:00Z', 600, '2025-12-31T23:55:00Z'],
    ['2026-03-01 00:00:00', 1, '2026-02-28 23:59:59'],
    ['2026-01-01T00:05', 60, '2026-01-01T00:04'],
    ['2026-01-10', 3600, '2026-01-09'],
    ['9007199254740993', 600, '9007199254740993'],
    ['2026-01-01T00:05:00.000000001+05:30', 0, '2026-01-01T00:05:00.000000001+05:30'],
  ])('keeps the form of %s', (text, seconds, expected) => {
    expect(shiftBack(text, seconds)).toBe(expected)
  })
})

describe('watermarks', () => {
  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['10', '9', 1],
    ['1.25', '1.3', -1],
    ['2026-01-01 00:00:00.1', '2026-01-01 00:00:00.09', 1],
    ['2026-01-01T00:00:00Z', '2026-01-01T08:00:00+08:00', 0],
    ['Mon, 05 Jan 2026 10:00:00 GMT', 'Tue, 06 Jan 2026 00:00:00 +0800', -1],
    ['same', 'same', 0],
  ])('%s against %s', (a, b, sign) => {
    expect(Math.sign(compareWatermarks(a, b) ?? Number.NaN)).toBe(sign)
  })

  it.each([
    ['a', 'b'],
    ['SO-49', 'SO-50'],
    ['03/04/2026', '12/01/2025'],
  ])('%s against %s cannot be compared', (a, b) => {
    expect(compareWatermarks(a, b)).toBeNull()
  })
})

describe('isBound', () => {
  it.each([
    ['42', '7', undefined, true],
    ['昨天', '7', undefined, false],
    ['2026-01-05', '7', undefined, false],
    ['2026-01-05', '2026-01-04 10:00:00', undefined, true],
    ['昨天', '2026-01-04 10:00:00', undefined, false],
    ['7', '2026-01-04 10:00:00', undefined, false],
    ['昨天', 'SO-0007', undefined, true],
    ['昨天', null, 'int', false],
    ['-1.5', null, 'decimal', true],
    ['yesterday', null, 'datetime', false],
    ['1767225600', null, 'datetime', true],
    ['2026-01-05T10:00:00Z', null, 'datetime', true],
    ['SO-0007', null, 'string', true],
    ['昨天', null, undefined, true],
  ] as const)('%s after %s in a field of %s: %s', (text, like, type, expected) => {
    expect(isBound(text, like, type)).toBe(expected)
  })
})
