import { create } from 'zustand'

/** The console's look, spec §3. Layouts, tabs and transitions are kept here before their parts of the shell exist. */
export interface Settings {
  readonly layout: 'side' | 'top' | 'mix' | 'left'
  /** light; dark: light page with a dark side menu; realDark: everything dark. */
  readonly navTheme: 'light' | 'dark' | 'realDark'
  readonly contentWidth: 'Fluid' | 'Fixed'
  readonly fixedHeader: boolean
  readonly fixedSidebar: boolean
  readonly splitMenus: boolean
  readonly primaryColor: string
  readonly colorWeak: boolean
  readonly transitionName: string
  readonly multiTab: boolean
  readonly multiTabFixed: boolean
  readonly siderCollapsed: boolean
}

export const defaultSettings: Settings = {
  layout: 'top',
  navTheme: 'realDark',
  contentWidth: 'Fluid',
  fixedHeader: true,
  fixedSidebar: true,
  splitMenus: false,
  primaryColor: '#13C2C2',
  colorWeak: false,
  transitionName: 'fadein',
  multiTab: true,
  multiTabFixed: true,
  siderCollapsed: false,
}

const STORAGE_KEY = 'app_settings'

const choices: Partial<Record<keyof Settings, readonly unknown[]>> = {
  layout: ['side', 'top', 'mix', 'left'],
  navTheme: ['light', 'dark', 'realDark'],
  contentWidth: ['Fluid', 'Fixed'],
}

/** Known fields of the right type; the rest (older versions, other people's keys) is dropped. */
export function cleanSettings(raw: unknown): Partial<Settings> {
  if (typeof raw !== 'object' || raw === null) return {}
  const entries = Object.entries(raw).filter(([name, value]) => {
    if (!(name in defaultSettings)) return false
    const key = name as keyof Settings // checked on the line above
    if (typeof value !== typeof defaultSettings[key]) return false
    if (key === 'primaryColor') return /^#[0-9a-f]{6}$/i.test(String(value))
    return choices[key]?.includes(value) ?? true
  })
  return Object.fromEntries(entries)
}

function readStored(): Settings {
  try {
    return { ...defaultSettings, ...cleanSettings(JSON.parse(globalThis.localStorage?.getItem(STORAGE_KEY) ?? '{}')) }
  } catch {
    return defaultSettings // hand-edited storage is not worth an error page
  }
}

export const useSettings = create<Settings>(readStored)

/** Changes settings and remembers them in this browser. */
export function patchSettings(patch: Partial<Settings>): void {
  useSettings.setState(patch)
  localStorage.setItem(STORAGE_KEY, JSON.stringify(useSettings.getState()))
}
