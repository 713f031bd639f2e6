import { describe, expect, it } from 'vitest'
import { en } from '../texts/schedule-text.en.ts'
import { zh } from '../texts/schedule-text.zh.ts'
import { changeKind, cronKinds, readCron, readTime, sayCron, writeCron } from './cron-model.ts'

describe('the cron builder', () => {
  it.each([
    [null, { kind: 'manual' }],
    ['* * * * *', { kind: 'minutes', every: 1 }],
    ['*/5 * * * *', { kind: 'minutes', every: 5 }],
    ['7 * * * *', { kind: 'hourly', minute: 7 }],
    ['30 8 * * *', { kind: 'daily', time: '08:30' }],
    ['0 2 * * 1,3,5', { kind: 'weekly', time: '02:00', days: [1, 3, 5] }],
    ['15 23 1,15,31 * *', { kind: 'monthly', time: '23:15', days: [1, 15, 31] }],
  ])('shows %j in its own form and writes it back as it was', (cron, plan) => {
    expect(readCron(cron)).toEqual(plan)
    expect(writeCron(readCron(cron))).toBe(cron)
  })

  it('takes Sunday by either number', () => {
    expect(readCron('0 2 * * 0')).toEqual({ kind: 'weekly', time: '02:00', days: [7] })
    expect(readCron('0 2 * * 7,0,1')).toEqual({ kind: 'weekly', time: '02:00', days: [1, 7] })
  })

  it.each([
    '*/7 * * * *',
    '0 */2 * * *',
    '0,30 * * * *',
    '0 8-18 * * *',
    '0 2 1 * 1',
    '0 2 * 3 *',
    '0 2 * * MON',
    '99 2 * * *',
    'x',
    '',
  ])('keeps %j as it was entered, because it has no form for it', cron => {
    expect(readCron(cron)).toEqual({ kind: 'custom', cron })
    expect(writeCron(readCron(cron))).toBe(cron)
  })

  it('makes from any kind any other that reads back as itself', () => {
    for (const from of cronKinds)
      for (const to of cronKinds) {
        const plan = changeKind(changeKind({ kind: 'daily', time: '08:30' }, from), to)
        expect(plan.kind).toBe(to)
        if (to !== 'custom') expect(readCron(writeCron(plan))).toEqual(plan)
      }
  })

  it('keeps the time of day between daily, weekly and monthly', () => {
    expect(changeKind({ kind: 'daily', time: '08:30' }, 'weekly')).toMatchObject({ time: '08:30' })
  })
})

describe('a time of day', () => {
  it.each([
    ['8:30', '08:30'],
    ['0830', '08:30'],
    ['23：59', '23:59'],
    ['24:00', null],
    ['8:60', null],
    ['8', null],
    ['', null],
  ])('typed as %j is %j', (typed, time) => {
    expect(readTime(typed)).toBe(time)
  })

  it.each([
    ['* * * * *', '每分钟', 'Every minute'],
    ['*/15 * * * *', '每 15 分钟', 'Every 15 minutes'],
    ['7 * * * *', '每小时第 7 分', 'Every hour at minute 7'],
    ['30 8 * * *', '每天 08:30', 'Every day at 08:30'],
    ['0 2 * * 1,5', '每周一、周五 02:00', 'Every Mon, Fri at 02:00'],
    ['15 23 1,31 * *', '每月 1 日、31 日 23:15', 'Every month on 1, 31 at 23:15'],
    ['0 8-18 * * *', '0 8-18 * * *', '0 8-18 * * *'],
  ])('says %s in words where it has words for it', (cron, chinese, english) => {
    expect([sayCron(cron, zh), sayCron(cron, en)]).toEqual([chinese, english])
  })
})
