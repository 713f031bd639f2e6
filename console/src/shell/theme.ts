import { type ThemeConfig, theme } from 'antd'
import type { Settings } from '../lib/settings.ts'
import { makeReadable, mix, pickReadable } from './shades.ts'

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Helvetica Neue', Arial, sans-serif"

export interface ThemeInput extends Pick<Settings, 'navTheme' | 'primaryColor'> {
  /** false where the reader asked the system for less motion. */
  readonly hasMotion: boolean
}

/** What the settings offer; any other colour may be picked too. Default #13C2C2, spec §3. */
export const primaryColors = ['#13C2C2', '#1677FF', '#2F54EB', '#722ED1', '#52C41A', '#FAAD14', '#FA541C', '#F5222D']

/** Class under which antd writes its CSS variables. */
export const VARIABLES_CLASS = 'sluice'

/**
 * antd's theme for the settings. The given primary colour stays; what is written on it or in it is mended:
 * white on #13C2C2 has 2.2 : 1 and antd's blue link 4.1 : 1, so text on primary is dark where that reads better, and
 * links and selected entries take a deeper (light theme) or lighter (dark theme) shade of it that reads everywhere.
 */
export function createTheme({ navTheme, primaryColor, hasMotion }: ThemeInput): ThemeConfig {
  const isDark = navTheme === 'realDark'
  const onPrimary = pickReadable(primaryColor)
  const container = isDark ? '#16191b' : '#ffffff'
  const accent = makeReadable(primaryColor, isDark ? '#1e2224' : '#e6f0f0', 5)
  const accentHover = makeReadable(primaryColor, container, 8)
  // A white knob or tick stands on it.
  const control = makeReadable(primaryColor, isDark ? container : '#ffffff', 3.4)
  const selectedBg = mix(primaryColor, container, isDark ? 0.14 : 0.1)
  return {
    // The variables hang on this class; providers.tsx sets it on <html>, so our own styles read them too.
    cssVar: { key: VARIABLES_CLASS },
    hashed: false,
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: primaryColor,
      motion: hasMotion,
      colorInfo: accent,
      colorError: isDark ? '#ff7875' : '#cf1322',
      colorLink: accent,
      colorLinkHover: accentHover,
      colorLinkActive: accentHover,
      borderRadius: 6,
      fontFamily: FONT,
      ...(isDark
        ? {
            colorBgLayout: '#0d0f10',
            colorBgContainer: '#16191b',
            colorBgElevated: '#1e2224',
            ...darkTexts,
            ...darkInfo,
          }
        : { colorBgLayout: '#f4f6f7', colorBorderSecondary: '#e8ebed', ...lightTexts, ...lightInfo }),
    },
    components: {
      Button: {
        primaryColor: onPrimary,
        dangerColor: isDark ? '#2a0605' : '#ffffff',
        primaryShadow: 'none',
        defaultShadow: 'none',
      },
      Menu: createMenu({ primaryColor, accent, selectedBg, onPrimary }),
      Table: {
        headerBg: isDark ? '#1b1f21' : '#fafbfb',
        cellPaddingBlockMD: 11,
        cellPaddingInlineMD: 12,
        headerSplitColor: 'transparent',
      },
      Pagination: { colorPrimary: accent, colorPrimaryHover: accentHover },
      Tabs: { itemSelectedColor: accent, itemHoverColor: accentHover },
      Radio: { colorPrimary: accent, colorPrimaryHover: accentHover },
      Switch: { colorPrimary: control, colorPrimaryHover: accent },
      Checkbox: { colorPrimary: control, colorPrimaryHover: accent },
      Select: { optionSelectedBg: selectedBg },
    },
  }
}

// Each at least 4.5 : 1 on its container; antd's own tertiary and placeholder texts are not.
const lightTexts = { colorTextTertiary: '#5f676d', colorTextDescription: '#5f676d', colorTextPlaceholder: '#6b7379' }
const darkTexts = { colorTextTertiary: '#9aa3a9', colorTextDescription: '#9aa3a9', colorTextPlaceholder: '#8b9399' }

// antd derives a grey from so deep a colour.
const lightInfo = { colorInfoBg: '#e6f7f7', colorInfoBorder: '#a8dcdc' }
const darkInfo = { colorInfoBg: '#112a2a', colorInfoBorder: '#1d4a4a' }

interface MenuColors {
  readonly primaryColor: string
  readonly accent: string
  readonly selectedBg: string
  readonly onPrimary: string
}

const createMenu = ({ primaryColor, accent, selectedBg, onPrimary }: MenuColors) => ({
  subMenuItemBg: 'transparent',
  itemSelectedColor: accent,
  itemSelectedBg: selectedBg,
  subMenuItemSelectedColor: accent,
  itemHeight: 40,
  itemMarginInline: 8,
  itemBorderRadius: 6,
  activeBarBorderWidth: 0,
  horizontalItemSelectedColor: accent,
  horizontalItemHoverColor: accent,
  collapsedWidth: 48,
  darkItemBg: '#101c22',
  darkSubMenuItemBg: '#101c22',
  darkItemSelectedBg: primaryColor,
  darkItemSelectedColor: onPrimary,
})
