import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { CompanyWatermark } from './company-watermark.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { PageFooter } from './page-footer.tsx'
import { PublicTools } from './public-tools.tsx'
import { useShellText } from './use-text.ts'
import { useWebsite } from './website.ts'
import './public-layout.css'

/** The frame of pages without sign-in: what this is on one side, the page on the other. */
export function PublicLayout({ children }: { readonly children: ReactNode }) {
  const text = useShellText()
  const { short_name } = useWebsite()
  return (
    <CompanyWatermark>
      <div className="pl-frame">
        <aside className="pl-side">
          <Brand name={short_name} />
          <div className="pl-pitch">
            <FlowPicture />
            <p className="pl-slogan">{text.slogan}</p>
            <p className="pl-slogan-text">{text.sloganText}</p>
          </div>
        </aside>
        <div className="pl-main">
          <header className="pl-tools">
            <span className="pl-small-brand">
              <Brand name={short_name} />
            </span>
            <PublicTools />
          </header>
          <main className="pl-content">{children}</main>
          <PageFooter />
        </div>
      </div>
    </CompanyWatermark>
  )
}
