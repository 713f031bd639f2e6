import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { defineTexts } from '../lib/i18n.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** The words of antd's own parts: empty tables, page numbers, month names. */
export const useAntdLocale = defineTexts<Locale>(zhCN, {
  // Antd's parts fall back on it, so it is there already.
  'en-US': async () => ({ enUS }),
  'zh-TW': () => import('antd/es/locale/zh_TW'),
  'pt-BR': () => import('antd/es/locale/pt_BR'),
})
