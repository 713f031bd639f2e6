/** What the builder shows of a cron rule. Whatever it has no form for is `custom`. */
export type CronPlan =
  | { readonly kind: 'manual' }
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  /** 1 Monday … 7 Sunday. */
  | { readonly kind: 'weekly'; readonly time: string; readonly days: readonly number[] }
  | { readonly kind: 'monthly'; readonly time: string; readonly days: readonly number[] }
  | { readonly kind: 'custom'; readonly cron: string }

export type CronKind = CronPlan['kind']
export const cronKinds: readonly CronKind[] = ['manual', 'minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom']

/** Intervals that divide the hour: others would be uneven at its end. */
export const minuteSteps: readonly number[] = [1, 2, 3, 5, 10, 15, 20, 30]

export function readCron(cron: string | null): CronPlan {
  if (cron === null) return { kind: 'manual' }
  const parts = cron.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts
  const custom: CronPlan = { kind: 'custom', cron }
  if (parts.length !== 5 || month !== '*') return custom
  const isEveryDay = day === '*' && weekday === '*'
  if (hour === '*' && isEveryDay) return readWithinHour(minute) ?? custom
  const time = readTimeOfDay(hour, minute)
  if (time === null) return custom
  if (isEveryDay) return { kind: 'daily', time }
  if (day === '*') {
    const days = readList(weekday, 0, 7)
    return days ? { kind: 'weekly', time, days: sort(days.map(each => each || 7)) } : custom
  }
  const days = weekday === '*' ? readList(day, 1, 31) : null
  return days ? { kind: 'monthly', time, days: sort(days) } : custom
}

/** null: runs by hand only. */
export function writeCron(plan: CronPlan): string | null {
  if (plan.kind === 'manual') return null
  if (plan.kind === 'custom') return plan.cron
  if (plan.kind === 'minutes') return plan.every === 1 ? '* * * * *' : `*/${plan.every} * * * *`
  if (plan.kind === 'hourly') return `${plan.minute} * * * *`
  const [hour, minute] = plan.time.split(':').map(Number)
  const at = `${minute} ${hour}`
  if (plan.kind === 'daily') return `${at} * * *`
  return plan.kind === 'weekly' ? `${at} * * ${plan.days.join(',')}` : `${at} ${plan.days.join(',')} * *`
}

/** What the words for a rhythm are in one language. */
export interface RhythmWords {
  readonly weekday: readonly string[]
  dayOf(day: number): string
  readonly said: {
    minutes(every: number): string
    hourly(minute: number): string
    daily(time: string): string
    weekly(days: readonly string[], time: string): string
    monthly(days: readonly string[], time: string): string
  }
}

/** A cron rule in words; one without a form of its own stays as it is written. */
export function sayCron(cron: string, { weekday, dayOf, said }: RhythmWords): string {
  const plan = readCron(cron)
  switch (plan.kind) {
    case 'minutes':
      return said.minutes(plan.every)
    case 'hourly':
      return said.hourly(plan.minute)
    case 'daily':
      return said.daily(plan.time)
    case 'weekly':
      return said.weekly(
        plan.days.map(day => weekday[day - 1] ?? ''),
        plan.time,
      )
    case 'monthly':
      return said.monthly(plan.days.map(dayOf), plan.time)
    default:
      return cron
  }
}

/** Another kind, keeping what the old one can give. */
export function changeKind(plan: CronPlan, kind: CronKind): CronPlan {
  const time = 'time' in plan ? plan.time : '02:00'
  if (kind === 'manual') return { kind }
  if (kind === 'minutes') return { kind, every: 15 }
  if (kind === 'hourly') return { kind, minute: 'time' in plan ? Number(time.slice(3)) : 0 }
  if (kind === 'daily') return { kind, time }
  if (kind === 'custom') return { kind, cron: writeCron(plan) ?? '0 * * * *' }
  return { kind, time, days: [1] }
}

function readWithinHour(minute: string): CronPlan | null {
  if (minute === '*') return { kind: 'minutes', every: 1 }
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (every !== undefined && minuteSteps.includes(Number(every))) return { kind: 'minutes', every: Number(every) }
  const at = readList(minute, 0, 59)
  return at?.length === 1 ? { kind: 'hourly', minute: at[0]! } : null // one, just counted
}

function readTimeOfDay(hour: string, minute: string): string | null {
  const [hours, minutes] = [readList(hour, 0, 23), readList(minute, 0, 59)]
  if (hours?.length !== 1 || minutes?.length !== 1) return null
  return `${String(hours[0]).padStart(2, '0')}:${String(minutes[0]).padStart(2, '0')}`
}

/** Plain numbers, separated by commas. */
function readList(text: string, least: number, most: number): number[] | null {
  if (!/^\d{1,2}(,\d{1,2})*$/.test(text)) return null
  const numbers = text.split(',').map(Number)
  return numbers.every(number => number >= least && number <= most) ? numbers : null
}

const sort = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b)

/** A time of day as it is typed: `8:30`, `0830` and `08:30` are the same; null: no time of day. */
export function readTime(text: string): string | null {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:：]?(\d{2})\s*$/.exec(text) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}
