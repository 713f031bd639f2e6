import { GlobalOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { languages, setLanguage, useLanguage } from '../lib/i18n.ts'
import { useShellText } from './use-text.ts'

/** Languages without texts yet are listed and disabled. */
export function LanguageSwitch() {
  const text = useShellText()
  const language = useLanguage()
  const items = languages.map(({ id, name, isEnabled }) => ({
    key: id,
    label: <span lang={id}>{name}</span>,
    disabled: !isEnabled,
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectedKeys: [language], onClick: ({ key }) => void setLanguage(key) }}
    >
      <Button type="text" aria-label={text.language} title={text.language} icon={<GlobalOutlined />} />
    </Dropdown>
  )
}
