import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { marketList } from '../pages.ts'
import { useText } from '../use-text.ts'

/** What the operator put together, above all that there is. */
export function Collections() {
  const text = useText()
  const { number } = useFormat()
  const { data } = useQuery(api.market.collections.query())
  const shown = data?.content.filter(each => each.members.some(({ is_here }) => is_here)) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-label={text.collections}>
      <ul className="mk-collections">
        {shown.map(({ id, title, summary, members, platforms }) => (
          <li key={id}>
            <Link to={marketList.href({ search: { collection: id } })} className="mk-collection">
              <strong lang="">{title}</strong>
              {summary !== '' && (
                <span className="sl-muted" lang="">
                  {summary}
                </span>
              )}
              <span className="mk-line">
                <span className="mk-icons">
                  {platforms.map(each => (
                    <PlatformIcon key={each.id} icon={each.icon} size={20} />
                  ))}
                </span>
                <span className="sl-muted">{text.packagesOf(number(members.filter(each => each.is_here).length))}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
