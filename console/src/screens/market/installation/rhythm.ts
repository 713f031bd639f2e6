/** How often a flow runs, in the few ways that are offered here. */
export type Rhythm = '15' | '30' | '60' | 'daily' | 'hand' | 'other'

const EVERY: Readonly<Record<string, Rhythm>> = {
  '*/15 * * * *': '15',
  '*/30 * * * *': '30',
  '0 * * * *': '60',
  '*/60 * * * *': '60',
}
const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/

export function readRhythm(cron: string | null): { readonly rhythm: Rhythm; readonly time: string } {
  const time = '02:00'
  if (cron === null) return { rhythm: 'hand', time }
  const known = EVERY[cron.trim()]
  if (known) return { rhythm: known, time }
  const [, minute, hour] = DAILY.exec(cron.trim()) ?? []
  if (minute === undefined || hour === undefined) return { rhythm: 'other', time }
  return { rhythm: 'daily', time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
}

/** null: only by hand. */
export function writeRhythm(rhythm: Exclude<Rhythm, 'other'>, time: string): string | null {
  if (rhythm === 'hand') return null
  if (rhythm === '60') return '0 * * * *'
  if (rhythm !== 'daily') return `*/${rhythm} * * * *`
  const [hour = '2', minute = '0'] = time.split(':')
  return `${Number(minute)} ${Number(hour)} * * *`
}
