import { type CheckLine, isKeyOfGroup, retirementOf, type StrategyConfig } from '@sluice/contract'

/** What the check-list says about documents that no row gives any more. */
export function checkVanished({ source, target, mapping }: StrategyConfig): CheckLine[] {
  const line = (level: CheckLine['level'], message: string, part = 'policy'): CheckLine => ({
    level,
    group: 'source',
    item: `source.vanished.${part}`,
    message,
    field: `source.vanished.${part}`,
  })
  const { zero = [], mark } = source.vanished ?? {}
  if (!source.group || target.mode === 'replace') return []
  const retirement = retirementOf(source)
  if (retirement === 'ask')
    return isKeyOfGroup(source)
      ? [
          line(
            'info',
            'Documents that no row gives any more wait for a decision, and no run is green until it is made.',
          ),
        ]
      : [
          line(
            'warning',
            'The key has more in it than the rows are grouped by, so documents that no row gives any more wait for a decision, whatever is chosen.',
          ),
        ]
  if (retirement !== 'zero' && retirement !== 'mark') return []
  if (target.mode === 'insert')
    return [
      line(
        'error',
        'Documents that no row gives any more are to be written again, and this strategy only adds. Delete them, or ask.',
      ),
    ]
  if (retirement === 'mark')
    return mark
      ? []
      : [line('error', 'Documents that no row gives any more are to be marked, and no field says how.', 'mark')]
  if (zero.length === 0)
    return [
      line(
        'error',
        'Documents that no row gives any more are to be written with zeros, and no field is chosen.',
        'zero',
      ),
    ]
  const isFilled = (path: string): boolean =>
    mapping.copyAll || mapping.fields.some(({ target }) => path === target || path.startsWith(`${target}.`))
  return zero
    .filter(path => !isFilled(path))
    .map(path =>
      line(
        'error',
        `Documents that no row gives any more get 0 in "${path}", and the mapping fills no such field.`,
        'zero',
      ),
    )
}
