import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { useMedia } from '../lib/media.ts'
import { queryClient } from '../lib/query.ts'
import { useSettings } from '../lib/settings.ts'
import { Announcements } from './announcements.tsx'
import { StepUp } from './step-up.tsx'
import { createTheme, VARIABLES_CLASS } from './theme.ts'
import { useAntdLocale } from './use-antd-locale.ts'

/** Theme, language, messages and the query cache around everything. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const language = useLanguage()
  const locale = useAntdLocale()
  const navTheme = useSettings(settings => settings.navTheme)
  const primaryColor = useSettings(settings => settings.primaryColor)
  const colorWeak = useSettings(settings => settings.colorWeak)
  const hasMotion = !useMedia('(prefers-reduced-motion: reduce)')
  useLayoutEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.classList.add(VARIABLES_CLASS)
    root.dataset['theme'] = navTheme === 'realDark' ? 'dark' : 'light'
    root.style.colorScheme = navTheme === 'realDark' ? 'dark' : 'light'
    root.toggleAttribute('data-weak', colorWeak)
  }, [language, navTheme, colorWeak])
  return (
    <ConfigProvider
      locale={locale}
      theme={createTheme({ navTheme, primaryColor, hasMotion })}
      // A blank between the two characters of a Chinese button reads as two words.
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={queryClient}>
        <Announcements />
        <StepUp />
        {children}
      </QueryClientProvider>
    </ConfigProvider>
  )
}
