import type { Like } from '../lib/i18n.ts'
import type { zh } from './settings-text.zh.ts'

export const en: Like<typeof zh> = {
  open: 'Appearance settings',
  intro: 'Applied at once and kept with your account.',
  pageStyle: 'Page style',
  primaryColor: 'Theme colour',
  otherColor: 'Another colour',
  layout: 'Navigation',
  layouts: { side: 'Side menu', top: 'Top menu', mix: 'Mixed menu', left: 'Two-level left menu' },
  contentWidth: 'Content width',
  contentWidths: { Fluid: 'Fluid', Fixed: 'Fixed' },
  fixedHeader: 'Fixed header',
  fixedSidebar: 'Fixed sidebar',
  splitMenus: 'Split menus',
  splitMenusWhy: 'For the mixed menu only: first level on top, second at the side.',
  fixedSidebarWhy: 'The top menu has no sidebar.',
  transition: 'Page transition',
  transitions: { null: 'None', slideup: 'Slide up', slideright: 'Slide right', fadein: 'Fade in', zoom: 'Zoom' },
  multiTab: 'Tabs',
  multiTabFixed: 'Fixed tab bar',
  colorWeak: 'Colour-weak mode',
  reset: 'Back to the defaults',
}
