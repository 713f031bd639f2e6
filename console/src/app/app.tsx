import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Routes, useNavigate } from 'react-router'
import { useWords } from '../lib/i18n.ts'
import { useHasToken } from '../lib/tokens.ts'
import { browserNavigator, useUrl } from '../lib/url.ts'
import { OpenLayout } from '../shell/open-layout.tsx'
import { PageBoundary } from '../shell/page-boundary.tsx'
import { Providers } from '../shell/providers.tsx'
import { PublicLayout } from '../shell/public-layout.tsx'
import { useWebsite } from '../shell/website.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { decideGate } from './gate.ts'
import { loadChunk } from './load-chunk.ts'
import { findPage, type RegisteredPage } from './registry.ts'

// Signed-out visitors never load the workspace.
const Workspace = lazy(async () => {
  const { Workspace: component } = await loadChunk(() => import('./workspace.tsx'))
  return { default: component }
})

/** The console. */
export function App() {
  const url = useUrl()
  return (
    <Providers>
      <Router location={url} navigator={browserNavigator}>
        <PageBoundary>
          <Area url={url} />
        </PageBoundary>
      </Router>
    </Providers>
  )
}

function Area({ url }: { readonly url: string }) {
  const pathname = url.split(/[?#]/, 1)[0] ?? '/'
  const page = findPage(pathname)
  const hasToken = useHasToken()
  const gate = decideGate(page?.area ?? null, hasToken, url)
  useTitle(page)
  if (gate.kind === 'redirect') return <Redirect to={gate.to} />
  if (gate.kind === 'public' && page?.area === 'open')
    return (
      <OpenLayout>
        <Suspense key={page.path} fallback={<Skeleton rows={12} hasTitle />}>
          <Routes>
            <Route path={page.path} element={<page.Screen />} />
          </Routes>
        </Suspense>
      </OpenLayout>
    )
  if (gate.kind === 'public' && page)
    return (
      <PublicLayout>
        <Suspense key={page.path} fallback={<Skeleton rows={4} hasTitle />}>
          <page.Screen />
        </Suspense>
      </PublicLayout>
    )
  return (
    <Suspense>
      <Workspace url={url} pathname={pathname} page={page} />
    </Suspense>
  )
}

function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(to, { replace: true })
  }, [navigate, to])
  return null
}

function useTitle(page: RegisteredPage | null): void {
  const say = useWords()
  const { short_name } = useWebsite()
  const title = page ? `${say(page.title)} - ${short_name}` : short_name
  useEffect(() => {
    document.title = title
  }, [title])
}
