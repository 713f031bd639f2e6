import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadPage } from './app/registry.ts'
import { loadTexts } from './lib/i18n.ts'
import { readTokens } from './lib/tokens.ts'
import './shell/base.css'
import './ui/ui.css'

// The page's code comes while the profile is fetched, not after it.
if (readTokens() !== null) {
  preloadPage(window.location.pathname === '/' ? '/workplace' : window.location.pathname)
  void import('./app/workspace.tsx').catch(() => undefined)
}

await loadTexts().catch(() => undefined) // a text that is missing is asked for again where it is drawn

const root = document.getElementById('root')! // index.html has it
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
