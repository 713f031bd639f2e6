import type { CheckLine, Mapping, Resource } from '@sluice/contract'
import { listUnread } from '../map/index.ts'
import { judgeMapping } from './fit-mapping.ts'

/** Names that a line still shows. */
const MAX_NAMES = 20

/** Source fields that go nowhere, and columns that refuse what is mapped to them. The mapping is one that compiles. */
export function checkFit(mapping: Mapping, source: Resource | null, target: Resource | null): CheckLine[] {
  const line = (level: CheckLine['level'], item: string, message: string, field = 'mapping.fields'): CheckLine => ({
    level,
    group: 'mapping',
    item,
    message,
    field,
  })
  const lines: CheckLine[] = []
  const fields = source?.fields ?? []
  const unread = listUnread(
    mapping,
    fields.map(({ name }) => name),
  )
  if (unread.length > 0)
    lines.push(
      line(
        'warning',
        'mapping.unread',
        `${unread.length} of ${fields.length} source fields go nowhere: ${listNames(unread)}. Map them, or leave them out.`,
      ),
    )
  const fits = judgeMapping(mapping, source, target)
  for (const { source: from, target: to, level, notes } of fits)
    if (level === 'never') lines.push(line('warning', 'mapping.neverFits', `${from} → ${to}: ${notes.join(' ')}`, to))
  const risky = fits.filter(({ level }) => level === 'checked')
  if (risky.length > 0)
    lines.push(
      line(
        'info',
        'mapping.mayRefuse',
        `Values that do not fit their column are refused, never changed: ${listNames(risky.map(({ target: to }) => to))}.`,
      ),
    )
  return lines
}

const listNames = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' …' : '')
