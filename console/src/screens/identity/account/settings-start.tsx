import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accountSettings, settingsBase } from './pages.ts'
import { closeTab } from './parts/close-tab.ts'

/** The settings begin with the first of their pages. */
export default function SettingsStart() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(settingsBase.href(), { replace: true })
    closeTab(accountSettings.path)
  }, [navigate])
  return null
}
