import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Board } from '../overview.ts'
import { workplace } from '../pages.ts'
import { useText } from '../use-text.ts'
import { countOf, judgeVerdict, wrongs } from '../verdict.ts'

const icons = {
  bad: CloseCircleFilled,
  warn: ExclamationCircleFilled,
  calm: MinusCircleOutlined,
  good: CheckCircleFilled,
} as const

/** One true sentence: is everything well? Each of its figures opens the strategies it counts. */
export function VerdictLine({ board, isStale }: { readonly board: Board | undefined; readonly isStale: boolean }) {
  const text = useText().board
  if (!board) return <div className="wp-verdict wp-verdict-calm">{text.wait}</div>
  const { tone } = judgeVerdict(board)
  const Icon = isStale ? ExclamationCircleFilled : icons[tone]
  return (
    <div className={`wp-verdict wp-verdict-${isStale ? 'warn' : tone}`} data-old={isStale} role="status">
      <Icon className="wp-verdict-icon" aria-hidden />
      <div className="wp-verdict-words">
        <p className="wp-verdict-say">{isStale ? text.stale : <Sentence board={board} />}</p>
        <p className="wp-verdict-parts">
          <Parts board={board} />
          <span className="wp-age">
            {text.age} <RelativeTime value={board.read_at} />
          </span>
        </p>
      </div>
    </div>
  )
}

function Sentence({ board }: { readonly board: Board }): string {
  const text = useText().board
  const { number, list } = useFormat()
  const { kind } = judgeVerdict(board)
  const { verdict } = board
  switch (kind) {
    case 'wrong': {
      if (verdict === null) return ''
      const said = wrongs.filter(wrong => countOf(verdict, wrong) > 0)
      const parts = said.map(wrong => text.counted(number(countOf(verdict, wrong)), text.standings[wrong]))
      return text.wrong(list(parts), number(verdict.judged))
    }
    case 'harm':
      return text.harm(number(board.bad))
    case 'todo':
    case 'onlyNeeds':
      return text[kind](number(board.needs_total))
    case 'look':
      return text.look(number(verdict?.standings.watch))
    case 'undated':
      return text.undated(number(verdict?.judged), number(verdict?.undated))
    case 'well':
      return text.well(number(verdict?.judged))
    default:
      return text[kind]
  }
}

/** What the sentence counts, and what it does not say. */
const parts = ['failed', 'stalled', 'late', 'unmeasured', 'watch', 'paused', 'well', 'undated'] as const

function Parts({ board: { verdict } }: { readonly board: Board }) {
  const text = useText().board
  const { number } = useFormat()
  if (verdict === null) return null
  const counts = { ...verdict.standings, undated: verdict.undated, paused: verdict.paused }
  return parts
    .filter(part => counts[part] > 0)
    .map(part => (
      <Link
        key={part}
        className={`wp-part wp-part-${part}`}
        to={`${workplace.href({ search: { only: part } })}#strips`}
      >
        {text.counted(number(counts[part]), text.standings[part])}
      </Link>
    ))
}
