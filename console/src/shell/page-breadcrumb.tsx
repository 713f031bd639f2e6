import { Link } from 'react-router'
import { useWords } from '../lib/i18n.ts'
import type { Crumb } from './menu-item.ts'
import { useShellText } from './use-text.ts'

/** Where the reader is. */
export function PageBreadcrumb({ trail }: { readonly trail: readonly Crumb[] }) {
  const say = useWords()
  const text = useShellText()
  return (
    <nav aria-label={text.breadcrumb} className="sh-breadcrumb">
      <ol>
        {trail.map(({ id, title, path }, index) => (
          <li key={id} {...(index === trail.length - 1 && { 'aria-current': 'page' as const })}>
            {path === undefined ? say(title) : <Link to={path}>{say(title)}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
