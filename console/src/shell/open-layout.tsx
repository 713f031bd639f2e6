import type { ReactNode } from 'react'
import { CompanyWatermark } from './company-watermark.tsx'
import { PublicTools } from './public-tools.tsx'
import './open-layout.css'

/** What a page without any frame has: language, theme and the company's name over it. No way leads from it into the console. */
export function OpenLayout({ children }: { readonly children: ReactNode }) {
  return (
    <CompanyWatermark>
      <div className="ol-tools">
        <PublicTools />
      </div>
      {children}
    </CompanyWatermark>
  )
}
