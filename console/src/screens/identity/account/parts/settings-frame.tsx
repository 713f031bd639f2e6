import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../../../lib/i18n.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { accountSettings, settingsPages } from '../pages.ts'
import { useText } from '../use-text.ts'
import { closeTab } from './close-tab.ts'
import '../account.css'

export interface SettingsFrameProps {
  readonly page: (typeof settingsPages)[number]
  readonly children: ReactNode
}

/** The tabs of the personal settings at the left, each an address of its own, and one page beside them. */
export function SettingsFrame({ page, children }: SettingsFrameProps) {
  const text = useText()
  const say = useWords()
  return (
    <>
      <PageHeader title={say(accountSettings.title)} text={text.settings.intro} />
      <div className="ac-settings">
        <nav aria-label={say(accountSettings.title)} className="ac-settings-nav">
          {settingsPages.map(other => (
            <Link
              key={other.path}
              to={other.href()}
              aria-current={other === page ? 'page' : undefined}
              onClick={event => {
                const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey
                // First away from this page, then its tab may go: its own address must not open it again.
                if (isHere && other !== page) queueMicrotask(() => closeTab(page.path))
              }}
            >
              {say(other.title)}
            </Link>
          ))}
        </nav>
        <div className="ac-settings-body">{children}</div>
      </div>
    </>
  )
}
