import { IdentitiesPanel } from './identities-panel.tsx'
import { settingsBinding } from './pages.ts'
import { SettingsFrame } from './parts/settings-frame.tsx'
import { PhonePanel } from './phone-panel.tsx'

/** Accounts elsewhere that sign in here: single sign-on and the phone. */
export default function SettingsBinding() {
  return (
    <SettingsFrame page={settingsBinding}>
      <IdentitiesPanel />
      <PhonePanel />
    </SettingsFrame>
  )
}
