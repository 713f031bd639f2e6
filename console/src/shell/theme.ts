import { type ThemeConfig, theme } from 'antd'
import type { Settings } from '../lib/settings.ts'

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Helvetica Neue', Arial, sans-serif"

export interface ThemeInput extends Pick<Settings, 'navTheme' | 'primaryColor'> {
  /** false where the reader asked the system for less motion. */
  readonly hasMotion: boolean
}

/** Class under which antd writes its CSS variables. */
export const VARIABLES_CLASS = 'sluice'

/**
 * antd's theme for the settings. The given primary colour stays; what is written on it or in it is mended:
 * white on #13C2C2 has 2.2 : 1 and antd's blue link 4.1 : 1, so text on primary is dark where that reads better, and
 * links and selected entries take a deeper (light theme) or lighter (dark theme) shade of at least 4.5 : 1.
 */
export function createTheme({ navTheme, primaryColor, hasMotion }: ThemeInput): ThemeConfig {
  const isDark = navTheme === 'realDark'
  const onPrimary = pickReadable(primaryColor)
  const accent = isDark ? '#36cfc9' : '#006d75'
  const accentHover = isDark ? '#5cdbd3' : '#00474f'
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
      Menu: {
        subMenuItemBg: 'transparent',
        itemSelectedColor: accent,
        itemSelectedBg: isDark ? '#112a2a' : '#e6f7f7',
        subMenuItemSelectedColor: accent,
        itemHeight: 40,
        itemMarginInline: 8,
        itemBorderRadius: 6,
        activeBarBorderWidth: 0,
        collapsedWidth: 48,
        darkItemBg: '#101c22',
        darkSubMenuItemBg: '#101c22',
        darkItemSelectedBg: '#13c2c2',
        darkItemSelectedColor: '#00201f',
      },
      Table: {
        headerBg: isDark ? '#1b1f21' : '#fafbfb',
        cellPaddingBlockMD: 11,
        cellPaddingInlineMD: 12,
        headerSplitColor: 'transparent',
      },
      Pagination: { colorPrimary: accent, colorPrimaryHover: accentHover },
      Tabs: { itemSelectedColor: accent, itemHoverColor: accentHover },
      Switch: { colorPrimary: isDark ? '#13a8a8' : '#08979c', colorPrimaryHover: isDark ? '#13c2c2' : '#006d75' },
      Checkbox: { colorPrimary: isDark ? '#13a8a8' : '#08979c', colorPrimaryHover: isDark ? '#13c2c2' : '#006d75' },
      Select: { optionSelectedBg: isDark ? '#112a2a' : '#e6f7f7' },
    },
  }
}

// Each at least 4.5 : 1 on its container; antd's own tertiary and placeholder texts are not.
const lightTexts = { colorTextTertiary: '#5f676d', colorTextDescription: '#5f676d', colorTextPlaceholder: '#6b7379' }
const darkTexts = { colorTextTertiary: '#9aa3a9', colorTextDescription: '#9aa3a9', colorTextPlaceholder: '#8b9399' }

// antd derives a grey from so deep a colour.
const lightInfo = { colorInfoBg: '#e6f7f7', colorInfoBorder: '#a8dcdc' }
const darkInfo = { colorInfoBg: '#112a2a', colorInfoBorder: '#1d4a4a' }

const DARK_TEXT = '#00201f'

/** White or nearly black, whichever reads better on a colour. WCAG 2 contrast. */
export function pickReadable(color: string): string {
  const background = luminance(color)
  const onWhite = 1.05 / (background + 0.05)
  const onDark = (background + 0.05) / (luminance(DARK_TEXT) + 0.05)
  return onWhite >= onDark ? '#ffffff' : DARK_TEXT
}

/** Relative luminance of `#rrggbb`, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
