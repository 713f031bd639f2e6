import { GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { languages, setLanguage, useLanguage } from '../lib/i18n.ts'
import { patchSettings, useSettings } from '../lib/settings.ts'
import { useShellText } from './use-text.ts'

/** Language and theme before sign-in, without the menus' code (22 kB). */
export function PublicTools() {
  const text = useShellText()
  const id = useId()
  const language = useLanguage()
  const isDark = useSettings(settings => settings.navTheme === 'realDark')
  return (
    <>
      <label className="pl-language" htmlFor={id}>
        <GlobalOutlined aria-label={text.language} />
        <select id={id} value={language} onChange={event => void setLanguage(event.target.value)}>
          {languages.map(({ id: value, name, isEnabled }) => (
            <option key={value} value={value} lang={value} disabled={!isEnabled}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button
        type="text"
        aria-label={isDark ? text.themes.light : text.themes.realDark}
        title={isDark ? text.themes.light : text.themes.realDark}
        icon={isDark ? <SunOutlined /> : <MoonOutlined />}
        onClick={() => patchSettings({ navTheme: isDark ? 'light' : 'realDark' })}
      />
    </>
  )
}
