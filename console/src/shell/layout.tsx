import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { mobile, useMedia } from '../lib/media.ts'
import { patchSettings, type Settings, useSettings } from '../lib/settings.ts'
import { Brand } from './brand.tsx'
import { CompanyWatermark } from './company-watermark.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainMenu } from './main-menu.tsx'
import type { Crumb, MenuItem } from './menu-item.ts'
import { OfflineNote } from './offline-note.tsx'
import { PageBreadcrumb } from './page-breadcrumb.tsx'
import { PageFooter } from './page-footer.tsx'
import { useShellText } from './use-text.ts'
import { useWebsite } from './website.ts'
import './layout.css'
import { lazyPart } from '../ui/lazy-part.tsx'

// For the few who use them; the menu's drawer is for phones.
const SettingsDrawer = lazyPart(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))
const Palette = lazyPart(async () => ({ default: (await import('./palette.tsx')).Palette }))
const LeftRail = lazyPart(async () => ({ default: (await import('./left-rail.tsx')).LeftRail }))
const MenuDrawer = lazyPart(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

export interface LayoutProps {
  readonly menu: readonly MenuItem[]
  readonly trail: readonly Crumb[]
  /** Between header and page. */
  readonly tabs?: ReactNode
  onHover(path: string): void
  readonly children: ReactNode
}

/**
 * The frame of the console. Menu at the side (208 wide, 48 collapsed), on top, on top and at the side, or as a rail of
 * two levels (140 and 160 wide); a drawer on phones. Constants of spec §9.
 */
export function Layout({ menu, trail, tabs, onHover, children }: LayoutProps) {
  const text = useShellText()
  const settings = useSettings()
  const isMobile = useMedia(mobile)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // Here and not in the header: another layout puts the header elsewhere, and the drawer stays open over it.
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))
  const [isSettingsOpen, setSettingsOpen] = useState<boolean | null>(null)
  const kind = isMobile ? 'side' : settings.layout
  const isCollapsed = settings.siderCollapsed && !isMobile && kind !== 'top'
  const isDark = settings.navTheme === 'dark'
  const active = trail.map(crumb => crumb.id)
  const { across, down } = divideMenu(menu, active, settings, kind)
  const shared = { active, isDark, onHover }
  const sideMenu = (
    <MainMenu {...shared} items={down} isCollapsed={isCollapsed} onNavigate={() => setDrawerOpen(false)} />
  )
  const isOver = kind === 'top' || kind === 'mix'
  // Until the menu is there its place is kept, so that nothing jumps when it comes.
  const hasSide = kind !== 'top' && (down.length > 0 || menu.length === 0)
  const isAcross = kind === 'top' || across.length > 0
  const hasToggle = isMobile || hasSide
  const toggle = isMobile ? () => setDrawerOpen(true) : () => patchSettings({ siderCollapsed: !isCollapsed })
  const above = isMobile ? trail.slice(-1) : trail.slice(0, -1) // the page itself says its title
  const breadcrumb = above.length > 0 && <PageBreadcrumb trail={above} />
  const header = (
    <header className="sh-header" data-fixed={settings.fixedHeader} data-over={isOver}>
      {isOver && <Logo />}
      {hasToggle && (
        <Button
          type="text"
          aria-label={isMobile ? text.openMenu : isCollapsed ? text.expand : text.collapse}
          icon={isMobile ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          onClick={toggle}
        />
      )}
      {isAcross ? <MainMenu {...shared} items={across} isAcross /> : breadcrumb}
      <HeaderTools onSettings={() => setSettingsOpen(true)} onPalette={() => setPaletteOpen(true)} />
    </header>
  )
  const main = (
    <div className="sh-main">
      {!isOver && header}
      {tabs}
      {isAcross && breadcrumb && <div className="sh-trail">{breadcrumb}</div>}
      <main id="content" className="sh-content" tabIndex={-1} data-transition={settings.transitionName}>
        {children}
      </main>
      <PageFooter />
    </div>
  )
  return (
    <CompanyWatermark>
      <a href="#content" className="sh-skip">
        {text.skip}
      </a>
      <div
        className="sh-frame"
        data-layout={kind}
        data-collapsed={isCollapsed}
        data-dark-menu={isDark}
        data-width={settings.contentWidth}
        data-fixed-tabs={settings.multiTabFixed}
      >
        {isOver && header}
        <OfflineNote />
        <div className="sh-body">
          {isMobile ? (
            <Suspense>
              <PhoneMenu isOpen={isDrawerOpen} isDark={isDark} onClose={() => setDrawerOpen(false)}>
                {sideMenu}
              </PhoneMenu>
            </Suspense>
          ) : (
            hasSide && (
              <aside className="sh-side" data-fixed={settings.fixedSidebar}>
                {!isOver && <Logo isShort={isCollapsed} />}
                {kind === 'left' ? (
                  <Suspense>
                    <LeftRail {...shared} items={down} isCollapsed={isCollapsed} />
                  </Suspense>
                ) : (
                  sideMenu
                )}
              </aside>
            )
          )}
          {main}
        </div>
      </div>
      {isPaletteOpen && (
        <Suspense>
          <Palette menu={menu} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {isSettingsOpen !== null && (
        <Suspense>
          <SettingsDrawer isOpen={isSettingsOpen} onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
    </CompanyWatermark>
  )
}

/** Ctrl K, or ⌘ K. */
function usePaletteKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Which entries lie across the top and which run down the side. */
function divideMenu(
  menu: readonly MenuItem[],
  active: readonly string[],
  { splitMenus }: Pick<Settings, 'splitMenus'>,
  kind: Settings['layout'],
): { readonly across: readonly MenuItem[]; readonly down: readonly MenuItem[] } {
  if (kind === 'top') return { across: menu, down: [] }
  if (kind !== 'mix' || !splitMenus) return { across: [], down: menu }
  const open = menu.find(item => active.includes(item.id))
  return { across: menu.map(item => ({ ...item, children: [] })), down: open?.children ?? [] }
}

function Logo({ isShort = false }: { readonly isShort?: boolean }) {
  const { short_name } = useWebsite()
  return (
    <Link to="/" className="sh-logo">
      <Brand name={short_name} isShort={isShort} />
    </Link>
  )
}

interface PhoneMenuProps {
  readonly isOpen: boolean
  readonly isDark: boolean
  onClose(): void
  readonly children: ReactNode
}

function PhoneMenu(props: PhoneMenuProps) {
  const { short_name } = useWebsite()
  return <MenuDrawer title={short_name} {...props} />
}
