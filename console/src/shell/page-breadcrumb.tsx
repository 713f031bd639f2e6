import { Link } from 'react-router'
import { useWords } from '../lib/i18n.ts'
import type { Crumb } from './menu-item.ts'
import { useShellText } from './use-text.ts'

/** What lies above the page; at its end the page itself where nothing else says it. */
export function PageBreadcrumb({ trail }: { readonly trail: readonly Crumb[] }) {
  const say = useWords()
  const text = useShellText()
  return (
    <nav aria-label={text.breadcrumb} className="sh-breadcrumb">
      <ol>
        {trail.map(({ id, title, path }) => (
          <li key={id}>{path === undefined ? say(title) : <Link to={path}>{say(title)}</Link>}</li>
        ))}
      </ol>
    </nav>
  )
}
