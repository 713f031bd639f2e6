import type { Profile } from '@sluice/api/modules/identity/user/contract.ts'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../lib/api.ts'
import { getLanguage, onLanguageChange, setLanguage } from '../lib/i18n.ts'
import { cleanSettings, patchSettings, useSettings } from '../lib/settings.ts'

/** Several switches in a row are saved once. */
const REST_MS = 1000

/** Holds the id of the user whose last change has not reached the server yet: a reload must not undo it. */
const UNSAVED = 'app_settings_unsaved'

/** Takes the user's settings from the profile once, then saves every change. */
export function useSettingsSync(profile: Profile | null): void {
  const userId = profile?.user_id
  // Only a new sign-in takes the stored settings; a refreshed profile must not undo a fresh change.
  const takeStored = useEffectEvent((id: string) => {
    if (localStorage.getItem(UNSAVED) === id) save()
    else applyStored(profile?.settings ?? {})
  })
  useEffect(() => {
    if (userId === undefined) return
    takeStored(userId)
    let timer: ReturnType<typeof setTimeout> | undefined
    const saveSoon = () => {
      clearTimeout(timer)
      localStorage.setItem(UNSAVED, userId)
      timer = setTimeout(save, REST_MS)
    }
    const stops = [useSettings.subscribe(saveSoon), onLanguageChange(saveSoon)]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [userId])
}

function applyStored(stored: Readonly<Record<string, unknown>>): void {
  patchSettings(cleanSettings(stored))
  if (typeof stored['lang'] === 'string') void setLanguage(stored['lang'])
}

/** A setting that could not be saved is still kept in this browser, so a failure is not worth a message. */
function save(): void {
  const body = { ...useSettings.getState(), lang: getLanguage() }
  void api.user
    .saveSettings({ body })
    .then(() => localStorage.removeItem(UNSAVED))
    .catch(() => undefined)
}
