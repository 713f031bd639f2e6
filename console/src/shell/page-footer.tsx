import { useShellText } from './use-text.ts'
import { useWebsite } from './website.ts'

/** Community, privacy, terms, copyright and record number, as the website attributes have them. */
export function PageFooter() {
  const text = useShellText()
  const website = useWebsite()
  const { record_number, authorized_company, short_name, version } = website
  const base = readBase(website.host)
  const links = [
    { path: 'community', label: text.community },
    { path: 'privacy', label: text.privacy },
    { path: 'terms', label: text.terms },
  ] as const
  // A link of its own, else the page of that name at the operator's site.
  const shown = links
    .map(({ path, label }) => ({ label, href: website[`${path}_url`] || (base === null ? '' : `${base}/${path}`) }))
    .filter(({ href }) => href !== '')
  return (
    <footer className="sh-footer">
      {shown.length > 0 && (
        <nav>
          {shown.map(({ href, label }) => (
            <a key={label} href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ))}
        </nav>
      )}
      <div>
        © {authorized_company || short_name} {record_number} {version !== '' && `v${version}`}
      </div>
    </footer>
  )
}

/** The operator's site without a slash at the end; null when none is set: a bare machine has no such pages. */
function readBase(host: string): string | null {
  if (host === '') return null
  const url = URL.parse(/^https?:\/\//.test(host) ? host : `https://${host}`)
  const isMachine = url === null || url.hostname === 'localhost' || /^[\d.]+$|^\[/.test(url.hostname)
  return isMachine ? null : url.origin + url.pathname.replace(/\/+$/, '')
}
