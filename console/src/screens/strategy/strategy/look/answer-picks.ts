import type { ParamValues } from '@sluice/contract'
import type { JsonLine } from '../../../../ui/json-lines.ts'

/** Settings that are a place in an answer. */
type AnswerPick =
  | 'result_path'
  | 'result_error_path'
  | 'result_success_path'
  | 'result_target_key_path'
  | 'result_message_path'
  | 'result_index'
  | 'success_path'
  | 'message_path'
  | 'target_key_path'

/** What a place of the answer could be set as, by a press there. */
export interface PlacePick {
  readonly pick: AnswerPick
  readonly options: ParamValues
  readonly isTaken: boolean
  /** By its name; the others show where the pointer or the keyboard is, for names may be any. */
  readonly isLikely: boolean
}

const LIKELY: Partial<Record<AnswerPick, RegExp>> = {
  result_path: /./s,
  result_error_path: /err|fail|reject|refus|失败|错误/i,
  success_path: /^(?:is_?)?success|^ok$|code$|status|^ret/i,
  message_path: /msg|message|reason|desc/i,
  target_key_path: /(?:^|_)id$|[a-z]Id$|number$|no$|key$/i,
  result_index: /index$/i,
}

/** A place inside of the first element of a list counts for all of its elements. */
export function pickPlaces(path: string, line: JsonLine, options: ParamValues): readonly PlacePick[] {
  const inner = innerPath(path, options)
  const names: readonly AnswerPick[] = line.kind === 'open' ? picksOfList(path, line) : picksOfValue(path, inner)
  const place = inner ?? path
  const name = place.split('.').at(-1) ?? ''
  const picks = names.map(pick => ({
    pick,
    options: { [pick]: place, ...beside(pick, line, options) },
    isTaken: options[pick] === place,
    isLikely: (LIKELY[SAME[pick] ?? pick] ?? /^$/).test(name),
  }))
  // What shows stands beside its line.
  return picks.toSorted((a, b) => rank(a) - rank(b))
}

const rank = ({ isTaken, isLikely }: PlacePick): number => (isTaken ? 0 : isLikely ? 1 : 2)

/** Of a row what the whole answer has too. */
const SAME: Partial<Record<AnswerPick, AnswerPick>> = {
  result_success_path: 'success_path',
  result_target_key_path: 'target_key_path',
  result_message_path: 'message_path',
}

const picksOfList = (path: string, { value }: JsonLine): readonly AnswerPick[] =>
  path !== '' && !path.includes('[') && value === '[' ? ['result_path', 'result_error_path'] : []

function picksOfValue(path: string, inner: string | null): readonly AnswerPick[] {
  if (inner !== null) return ['result_success_path', 'result_target_key_path', 'result_message_path', 'result_index']
  return path === '' || path.includes('[') ? [] : ['success_path', 'message_path', 'target_key_path']
}

/** The rest of a path inside of an element of the results; null: it is elsewhere. */
function innerPath(path: string, options: ParamValues): string | null {
  for (const list of [options['result_path'], options['result_error_path']]) {
    const start = `${String(list ?? '')}[`
    if (start.length > 1 && path.startsWith(start)) return /^\d+\]\.(.+)$/.exec(path.slice(start.length))?.[1] ?? null
  }
  return null
}

/** What follows from a pick: the value that means success is the one that stands there. */
function beside(pick: AnswerPick, { value }: JsonLine, options: ParamValues): ParamValues {
  const plain = value.replace(/^"(.*)"$/s, '$1')
  if (pick === 'success_path') return { success_values: plain }
  if (pick === 'result_success_path') return { result_success_values: plain }
  if (pick === 'result_index') return { result_by: 'index' }
  if (pick === 'result_error_path' && !options['result_path']) return { result_path: '' }
  return {}
}
