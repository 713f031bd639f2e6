import { describe, expect, it } from 'vitest'
import { getFormat } from './format.ts'

const zh = getFormat('zh-CN', 'Asia/Shanghai')
const en = getFormat('en-US', 'America/New_York')
const pt = getFormat('pt-BR', 'America/Sao_Paulo')
const tw = getFormat('zh-TW', 'Asia/Taipei')

describe('format', () => {
  it('shows times in the tenant’s zone', () => {
    expect(zh.time('2026-11-20T16:05:09.123Z')).toBe('2026-11-21 00:05:09')
    expect(en.time('2026-11-20T16:05:09.123Z')).toBe('2026-11-20 11:05:09')
    expect(zh.shortTime('2026-11-20T16:05:09Z')).toBe('11-21 00:05')
    expect(tw.time('2026-11-20T16:05:09Z')).toBe('2026-11-21 00:05:09')
    expect(pt.time('2026-11-20T16:05:09Z')).toBe('20/11/2026 13:05:09')
    expect(pt.shortTime('2026-11-20T16:05:09Z')).toBe('20/11 13:05')
  })
  it('shows a dash for what is not known', () => {
    expect(zh.time(null)).toBe('–')
    expect(zh.number(undefined)).toBe('–')
    expect(zh.duration(null)).toBe('–')
  })
  it('keeps every digit of a 64-bit count given as text', () => {
    expect(en.number('9007199254740993')).toBe('9,007,199,254,740,993')
  })
  it('speaks of the past and the future', () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z')
    expect(en.relative('2026-11-20T11:57:00Z', nowMs)).toBe('3 min. ago')
    expect(en.relative('2026-11-20T14:00:00Z', nowMs)).toBe('in 2 hr.')
    expect(zh.relative('2026-11-20T11:57:00Z', nowMs)).toBe('3分钟前')
    expect(pt.relative('2026-11-20T11:57:00Z', nowMs)).toBe('há 3 min.')
  })
  it('scales bytes and durations', () => {
    expect(en.bytes(1536)).toBe('1.5 kB')
    expect(en.bytes('3221225472')).toBe('3 GB')
    expect(en.duration(850)).toBe('850 ms')
    expect(en.duration(200_000)).toBe('3 min 20 s')
    expect(zh.duration(7_500_000)).toBe('2 小时 5 分')
    expect(tw.duration(7_500_000)).toBe('2 小時 5 分')
    expect(pt.duration(12_400)).toBe('12,4 s')
    expect(pt.bytes(1536)).toBe('1,5 kB')
    expect(pt.percent(0.123)).toBe('12,3%')
  })
})
