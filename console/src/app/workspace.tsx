import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useRoutes } from 'react-router'
import { api } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'
import { useSettings } from '../lib/settings.ts'
import { CompanyWatermark } from '../shell/company-watermark.tsx'
import { Layout } from '../shell/layout.tsx'
import { PageBoundary } from '../shell/page-boundary.tsx'
import { useShellText } from '../shell/use-text.ts'
import { Can } from '../ui/can.tsx'
import { ErrorBlock } from '../ui/error-block.tsx'
import { Exception } from '../ui/exception.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { buildMenu, type Titles, traceTrail } from './menu.ts'
import { headings, preloadPage, type RegisteredPage, registry } from './registry.ts'
import { TabPages } from './tab-pages.tsx'
import { useOpenTabs } from './use-open-tabs.tsx'
import { useSettingsSync } from './use-settings-sync.ts'
import { useSignedIn } from './use-signed-in.ts'

const titles: Titles = { pages: registry, headings }

export interface WorkspaceProps {
  readonly url: string
  readonly pathname: string
  readonly page: RegisteredPage | null
}

/** Everything behind the sign-in: profile, then menu, then the page in its frame. */
export function Workspace({ url, pathname, page }: WorkspaceProps) {
  const signedIn = useSignedIn()
  const isDue = useSession(isSomethingDue)
  const profile = useSession(session => session.profile)
  const menu = useQuery({ ...api.user.menu.query(), enabled: profile !== null })
  useSettingsSync(profile)
  const hasTabs = useSettings(settings => settings.multiTab)
  const { tabs, bar } = useOpenTabs(profile?.user_id ?? null, url, page)
  if (signedIn.error)
    return (
      <div className="sh-starting">
        <ErrorBlock error={signedIn.error} onRetry={signedIn.retry} />
      </div>
    )
  const nodes = menu.data?.content ?? []
  const pages = <Pages pathname={pathname} />
  // What has no tab (an unknown address, the way home) is drawn alone.
  const isTabbed = hasTabs && tabs.order.some(tab => tab.key === pathname)
  const body =
    profile === null ? (
      <PageSkeleton />
    ) : isTabbed ? (
      <TabPages tabs={tabs.order} recent={tabs.recent} shown={pathname}>
        <TabPage />
      </TabPages>
    ) : (
      pages
    )
  if (page?.area === 'standalone' && !isDue)
    return (
      <CompanyWatermark>
        <main id="content" className="sh-standalone">
          {profile === null ? body : pages}
        </main>
      </CompanyWatermark>
    )
  return (
    <Layout
      menu={buildMenu(nodes, titles)}
      trail={traceTrail(pathname, page, nodes, titles)}
      tabs={hasTabs ? profile === null ? <div className="sh-tabs" /> : bar : null}
      onHover={preloadPage}
    >
      {body}
    </Layout>
  )
}

/** A new password or a second factor: until then the server refuses whatever a page asks for. */
const isSomethingDue = ({ profile }: ReturnType<typeof useSession.getState>): boolean =>
  profile !== null && (profile.must_change_password || profile.must_set_up_totp)

/** The page, once the dialog that stands before everything is done. */
function WhenSettled({ children }: { readonly children: ReactNode }) {
  return useSession(isSomethingDue) ? null : children
}

const routes = [
  { path: '/', element: <Home /> },
  ...registry
    .filter(page => page.area !== 'public' && page.area !== 'open')
    .map(({ path, authority, Screen }) => ({
      path,
      element: (
        <Can authority={authority} fallback={<Exception status="403" action={<HomeButton />} />}>
          <WhenSettled>
            <Screen />
          </WhenSettled>
        </Can>
      ),
    })),
  { path: '*', element: <Exception status="404" action={<HomeButton />} /> },
]

function Pages({ pathname }: { readonly pathname: string }) {
  return (
    <PageBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>{useRoutes(routes)}</Suspense>
    </PageBoundary>
  )
}

function TabPage() {
  const { pathname } = useLocation()
  return <Pages pathname={pathname} />
}

function Home() {
  const navigate = useNavigate()
  useEffect(() => {
    // After the frame's own effects: they take the user's settings from the profile.
    queueMicrotask(() => void navigate(useSettings.getState().homePage, { replace: true }))
  }, [navigate])
  return null
}

function HomeButton() {
  const text = useShellText()
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => navigate('/workplace')}>
      {text.home}
    </Button>
  )
}

function PageSkeleton() {
  return (
    <div className="sh-loading">
      <Skeleton hasTitle rows={8} />
    </div>
  )
}
