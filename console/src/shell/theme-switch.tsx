import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { patchSettings, useSettings } from '../lib/settings.ts'
import { useShellText } from './use-text.ts'

const themes = ['light', 'dark', 'realDark'] as const

/** Light, light with a dark menu, or all dark. */
export function ThemeSwitch() {
  const text = useShellText()
  const navTheme = useSettings(settings => settings.navTheme)
  const items = themes.map(key => ({ key, label: text.themes[key], onClick: () => patchSettings({ navTheme: key }) }))
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectedKeys: [navTheme] }}>
      <Button
        type="text"
        aria-label={text.theme}
        title={text.theme}
        icon={navTheme === 'realDark' ? <MoonOutlined /> : <SunOutlined />}
      />
    </Dropdown>
  )
}
