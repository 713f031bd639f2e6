import { useShellText } from './use-text.ts'
import { useWebsite } from './website.ts'

/** Community, privacy, terms, copyright and record number, as the website attributes have them. */
export function PageFooter() {
  const text = useShellText()
  const { host, record_number, authorized_company, short_name, version } = useWebsite()
  const base = readBase(host)
  const links = [
    { path: 'community', label: text.community },
    { path: 'privacy', label: text.privacy },
    { path: 'terms', label: text.terms },
  ]
  return (
    <footer className="sh-footer">
      {base !== null && (
        <nav>
          {links.map(({ path, label }) => (
            <a key={path} href={`${base}/${path}`} target="_blank" rel="noreferrer">
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
