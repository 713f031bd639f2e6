import { useText } from '../use-text.ts'

/** `30 天`, `永久` */
export function useDays(): (days: number) => string {
  const text = useText().days
  return days => (days === 0 ? text.forever : text.days(days))
}
