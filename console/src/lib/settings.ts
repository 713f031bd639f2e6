import { create } from 'zustand'

export const layouts = ['side', 'top', 'mix', 'left'] as const
export const navThemes = ['light', 'dark', 'realDark'] as const
export const contentWidths = ['Fluid', 'Fixed'] as const
export const transitions = ['null', 'slideup', 'slideright', 'fadein', 'zoom'] as const

/** The console's look, spec §3. */
export interface Settings {
  readonly layout: (typeof layouts)[number]
  /** light; dark: light page with a dark side menu; realDark: everything dark. */
  readonly navTheme: (typeof navThemes)[number]
  readonly contentWidth: (typeof contentWidths)[number]
  readonly fixedHeader: boolean
  readonly fixedSidebar: boolean
  readonly splitMenus: boolean
  readonly primaryColor: string
  readonly colorWeak: boolean
  /** How a page comes in; 'null': at once. */
  readonly transitionName: (typeof transitions)[number]
  readonly multiTab: boolean
  readonly multiTabFixed: boolean
  readonly siderCollapsed: boolean
  /** IANA name; '': the tenant's. */
  readonly timeZone: string
  /** Where signing in and the logo lead. */
  readonly homePage: string
  /** Blocks of the workbench in their order, a hidden one behind a minus; '': as the role has it. */
  readonly workbench: string
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
  timeZone: '',
  homePage: '/workplace',
  workbench: '',
}

const STORAGE_KEY = 'app_settings'

const choices: Partial<Record<keyof Settings, readonly unknown[]>> = {
  layout: layouts,
  navTheme: navThemes,
  contentWidth: contentWidths,
  transitionName: transitions,
}

/** Known fields of the right type; the rest (older versions, other people's keys) is dropped. */
export function cleanSettings(raw: unknown): Partial<Settings> {
  if (typeof raw !== 'object' || raw === null) return {}
  const entries = Object.entries(raw).filter(([name, value]) => {
    if (!(name in defaultSettings)) return false
    const key = name as keyof Settings // checked on the line above
    if (typeof value !== typeof defaultSettings[key]) return false
    if (key === 'timeZone') return value === '' || isTimeZone(String(value))
    // A page of ours, never another site.
    if (key === 'homePage') return /^\/[\w-]+(\/[\w-]+)*$/.test(String(value))
    if (key === 'workbench') return /^[a-z,-]{0,200}$/.test(String(value))
    if (key === 'primaryColor') return /^#[0-9a-f]{6}$/i.test(String(value))
    return choices[key]?.includes(value) ?? true
  })
  return Object.fromEntries(entries)
}

/** Whether this browser knows the zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
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
