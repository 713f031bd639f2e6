import { Watermark } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../lib/session.ts'
import { useSettings } from '../lib/settings.ts'
import { useWebsite } from './website.ts'
import { wrapName } from './wrap-name.ts'

/** The company's name over every page; constants of spec §9. */
export function CompanyWatermark({ children }: { readonly children: ReactNode }) {
  const { authorized_company, short_name } = useWebsite()
  const tenant = useSession(session => session.profile?.lessee.name)
  const isDark = useSettings(settings => settings.navTheme === 'realDark')
  return (
    <Watermark
      // antd's `hidden` would make it the box in which the header, the menu and bars at the foot stay in place.
      style={{ overflow: 'clip' }}
      content={wrapName(authorized_company || tenant || short_name)}
      gap={[212, 222]}
      width={120}
      height={64}
      rotate={-22}
      zIndex={999}
      font={{ fontSize: 16, color: isDark ? 'rgba(255, 255, 255, 0.06)' : 'rgba(0, 0, 0, 0.06)' }}
    >
      {children}
    </Watermark>
  )
}
