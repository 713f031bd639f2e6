import { Link } from 'react-router'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { mappingDetail } from '../../../mapping/mapping/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Board } from '../overview.ts'
import { useText } from '../use-text.ts'

const pages = { strategy: strategyDetail, connector: connectorDetail, value_map: mappingDetail } as const

/** Back to what one worked on. */
export function Edited({ edited }: Pick<Board, 'edited'>) {
  const text = useText().board
  return (
    <Section title={text.edited}>
      {edited.length === 0 && <p className="sl-muted wp-none">{text.editedNone}</p>}
      <ol className="wp-small-list">
        {edited.map(({ kind, id, name, at }) => (
          <li key={id}>
            <span>
              <Link to={pages[kind].href({ params: { id } })} lang="" dir="auto">
                {name}
              </Link>{' '}
              <span className="sl-muted">{text.editedKinds[kind]}</span>
            </span>
            <RelativeTime value={at} />
          </li>
        ))}
      </ol>
    </Section>
  )
}
