import { createRoot } from 'react-dom/client'
import { loadTexts } from '../lib/i18n.ts'
import { Providers } from '../shell/providers.tsx'
import { LivingPage } from './living-page.tsx'
import '../shell/base.css'
import '../ui/ui.css'

// Only `npm run dev` serves design.html: no build knows it.
await loadTexts()
createRoot(document.getElementById('root')!).render(
  <Providers>
    <LivingPage />
  </Providers>,
)
