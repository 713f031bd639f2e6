import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { mobile, useMedia } from '../lib/media.ts'
import { patchSettings, useSettings } from '../lib/settings.ts'
import { Brand } from './brand.tsx'
import { CompanyWatermark } from './company-watermark.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { Crumb, MenuItem } from './menu-item.ts'
import { NoticeBell } from './notice-bell.tsx'
import { PageBreadcrumb } from './page-breadcrumb.tsx'
import { PageFooter } from './page-footer.tsx'
import { SideMenu } from './side-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useShellText } from './use-text.ts'
import { UserMenu } from './user-menu.tsx'
import { useWebsite } from './website.ts'
import './layout.css'

// Only phones need it.
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

export interface LayoutProps {
  readonly menu: readonly MenuItem[]
  readonly trail: readonly Crumb[]
  /** Between header and page: the tab bar, once there is one. */
  readonly tabs?: ReactNode
  onHover(path: string): void
  readonly children: ReactNode
}

/** The frame of the console with the menu at the side (spec §9: 208 or 48 wide, header 48; a drawer on phones). */
export function Layout({ menu, trail, tabs, onHover, children }: LayoutProps) {
  const text = useShellText()
  const { short_name } = useWebsite()
  const isMobile = useMedia(mobile)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const isCollapsed = useSettings(settings => settings.siderCollapsed) && !isMobile
  const isDark = useSettings(settings => settings.navTheme === 'dark')
  const active = trail.map(crumb => crumb.id)
  const side = (
    <SideMenu
      items={menu}
      active={active}
      isDark={isDark}
      isCollapsed={isCollapsed}
      onHover={onHover}
      onNavigate={() => setDrawerOpen(false)}
    />
  )
  const brand = (
    <Link to="/" className="sh-logo">
      <Brand name={short_name} isShort={isCollapsed} />
    </Link>
  )
  const toggle = isMobile ? () => setDrawerOpen(true) : () => patchSettings({ siderCollapsed: !isCollapsed })
  return (
    <CompanyWatermark>
      <a href="#content" className="sh-skip">
        {text.skip}
      </a>
      <div className="sh-frame" data-collapsed={isCollapsed} data-dark-menu={isDark}>
        {isMobile ? (
          <Suspense>
            <MenuDrawer title={short_name} isOpen={isDrawerOpen} isDark={isDark} onClose={() => setDrawerOpen(false)}>
              {side}
            </MenuDrawer>
          </Suspense>
        ) : (
          <aside className="sh-side">
            {brand}
            {side}
          </aside>
        )}
        <div className="sh-main">
          <header className="sh-header">
            <Button
              type="text"
              aria-label={isMobile ? text.openMenu : isCollapsed ? text.expand : text.collapse}
              icon={isMobile ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              onClick={toggle}
            />
            <PageBreadcrumb trail={isMobile ? trail.slice(-1) : trail} />
            <div className="sh-header-tools">
              <NoticeBell />
              <LanguageSwitch />
              <ThemeSwitch />
              <UserMenu />
            </div>
          </header>
          {tabs}
          <main id="content" className="sh-content" tabIndex={-1}>
            {children}
          </main>
          <PageFooter />
        </div>
      </div>
    </CompanyWatermark>
  )
}
