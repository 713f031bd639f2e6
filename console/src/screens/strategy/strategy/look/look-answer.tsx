import type { ParamValues, SourceLook } from '@sluice/contract'
import type { JsonLine } from '../../../../ui/json-lines.ts'
import { JsonView } from '../../../../ui/json-view.tsx'
import { useLookText } from '../texts/use-look-text.ts'
import { PickMark } from './look-note.tsx'

interface LookAnswerProps {
  readonly exchange: NonNullable<SourceLook['exchange']>
  readonly options: ParamValues
  onOptions(options: ParamValues): void
}

type Pick = 'list' | 'total' | 'cursor' | 'link'

/** Which setting of the source each pick is. */
const FIELDS = { list: 'list_path', total: 'total_path', cursor: 'next_path', link: 'link_path' } as const

/** The answer as it came; what it says of list, total and next page is pressed where it stands. */
export function LookAnswer({ exchange, options, onOptions }: LookAnswerProps) {
  const text = useLookText()
  const take = (pick: Pick, path: string): ParamValues => ({
    [FIELDS[pick]]: path,
    ...(pick === 'cursor' || pick === 'link' ? { pagination: pick } : {}),
  })
  const render = (path: string, line: JsonLine) => {
    const picks = listPicks(path, line)
    const taken = picks.find(pick => (options[FIELDS[pick]] ?? (pick === 'list' ? '' : null)) === path)
    if (taken !== undefined) return <span className="st-look-taken">{text.picked[taken]}</span>
    return picks.map(pick => (
      <PickMark
        key={pick}
        label={text.picks[pick]}
        isTaken={false}
        isLikely={isLikely(pick, path)}
        onTake={() => onOptions(take(pick, path))}
      />
    ))
  }
  return (
    <>
      <p className="st-look-url">
        <code>
          {exchange.method} {exchange.url}
        </code>
      </p>
      <p className="sl-muted">
        {text.pickHint} {exchange.isCut && text.cut}
      </p>
      <JsonView text={exchange.body} label={text.views.answer} maxHeight={520} beside={render} />
    </>
  )
}

const LIKELY: Readonly<Record<Pick, RegExp>> = {
  list: /./s,
  total: /total|count|num|sum|总/i,
  cursor: /next|cursor|token/i,
  link: /next|link|url|href/i,
}
/** The others show where the pointer or the keyboard is: names may be any. */
const isLikely = (pick: Pick, path: string): boolean => path === '' || LIKELY[pick].test(path.split('.').at(-1) ?? '')

/** What a place of the answer could be: never one inside of a list, for its path would be that of one record. */
function listPicks(path: string, { kind, value }: JsonLine): readonly Pick[] {
  if (path.includes('[')) return []
  if (kind === 'open') return value === '[' || value === '[]' ? ['list'] : []
  if (path === '') return []
  if (kind === 'number' || /^"\d{1,15}"$/.test(value)) return ['total']
  if (kind !== 'text' || value.length < 3) return []
  return /^"(?:https?:\/)?\//.test(value) ? ['link'] : ['cursor']
}
